"""Finds what can be mutated in C++ sources, as clang's syntax tree knows them, and writes sources in which mutants stand beside the original."""
import collections
import hashlib
import json
import pathlib
import re

# FILE below the root; bytes [START, END) are replaced by TEXT; NUMBER is the line's, LINE its text, CHANGE tells a person and is the name.
Mutant = collections.namedtuple("Mutant", "file start end text kind statement number line change")

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*"}
COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.S)


def flat(text):
    """TEXT (bytes of C++) on one line, without comments."""
    return b" ".join(COMMENT.sub(b" ", text).split()).decode()


class Finder:
    """The mutants of one source, gathered by a walk through its part of the syntax tree."""

    def __init__(self, cindex, name, text):
        self.kinds, self.types = cindex.CursorKind, cindex.TypeKind
        self.name, self.text, self.found = name, text, []

    def add(self, kind, start, end, new, statement=False):
        before = flat(self.text[start:end])
        if not before or start >= end:
            return
        line_start = self.text.rfind(b"\n", 0, start) + 1
        line_end = self.text.find(b"\n", start)
        change = f"{before}  ->  {new}" if new else f"without {before}"
        self.found.append(Mutant(self.name, start, end, new, kind, statement, self.text.count(b"\n", 0, start) + 1,
                                 self.text[line_start:line_end].decode().strip(), change))

    def own(self, cursor):
        """The bytes of CURSOR, nothing if a macro made them."""
        start, end = cursor.extent.start, cursor.extent.end
        if start.file is None or end.file is None or not start.file.name.endswith(self.name) or not end.file.name.endswith(self.name):
            return None
        return start.offset, end.offset

    def source(self, cursor):
        place = self.own(cursor)
        return flat(self.text[place[0]:place[1]]) if place else ""

    def walk(self, cursor, within=None):
        """All of CURSOR, with an explicit stack: (cursor, its parent)."""
        stack = [(cursor, within)]
        k = self.kinds
        while stack:
            at, parent = stack.pop()
            if at.kind in (k.STATIC_ASSERT, k.CASE_STMT, k.TEMPLATE_TYPE_PARAMETER, k.TEMPLATE_NON_TYPE_PARAMETER, k.ENUM_DECL):
                if at.kind == k.CASE_STMT:
                    stack.extend((child, at) for child in list(at.get_children())[1:])
                continue
            if at.kind == k.VAR_DECL and re.search(r"\bconstexpr\b", self.source(at)):
                continue
            place = self.own(at)
            if place is not None:
                self.mutate(at, parent, *place)
            stack.extend((child, at) for child in at.get_children())

    def mutate(self, at, parent, start, end):
        k = self.kinds
        children = list(at.get_children())
        if at.kind == k.BINARY_OPERATOR and len(children) == 2:
            self.binary(at, children, start, end)
        elif at.kind in (k.IF_STMT, k.WHILE_STMT, k.CONDITIONAL_OPERATOR):
            self.condition(at, children)
        elif at.kind == k.UNARY_OPERATOR and self.text[start:start + 1] in (b"-", b"!") and self.text[start + 1:start + 2] != b"-":
            self.add("sign", start, end, self.source(children[0]))
        elif at.kind in (k.INTEGER_LITERAL, k.FLOATING_LITERAL, k.CXX_BOOL_LITERAL_EXPR):
            self.constant(at, start, end)
        elif at.kind == k.CALL_EXPR and at.spelling in ("min", "max", "abs"):
            self.call(at, start, end)
        if parent is not None and parent.kind == k.COMPOUND_STMT or parent is not None and parent.kind in (k.IF_STMT, k.FOR_STMT):
            self.statement(at, parent, start, end)

    def binary(self, at, children, start, end):
        left, right = self.own(children[0]), self.own(children[1])
        if left is None or right is None:
            return
        operator = flat(self.text[left[1]:right[0]])
        a, b = self.source(children[0]), self.source(children[1])
        if operator in COMPARISONS:
            self.add("comparison", start, end, f"{a} {COMPARISONS[operator]} {b}")
        elif operator in ARITHMETIC:
            self.add("arithmetic", start, end, f"{a} {ARITHMETIC[operator]} {b}")
        elif operator in ("&&", "||"):
            self.add("condition", start, end, a)
            self.add("condition", start, end, b)

    def condition(self, at, children):
        place = self.own(children[0]) if children else None
        if place is None or children[0].kind in (self.kinds.VAR_DECL, self.kinds.DECL_STMT):
            return
        if at.kind == self.kinds.IF_STMT and not re.match(r"if \(", self.source(at)):
            return  # `if constexpr`
        if len(children) > 1 and self.text[place[1]:place[1] + 1] == b";":
            return  # an initialiser
        if self.source(children[0]) in ("true", "false"):
            return
        self.add("branch", *place, "false")
        if at.kind != self.kinds.WHILE_STMT:
            self.add("branch", *place, "true")

    def constant(self, at, start, end):
        text = self.text[start:end].decode()
        if text in ("true", "false"):
            self.add("constant", start, end, "false" if text == "true" else "true")
        elif re.fullmatch(r"\d+", text):
            self.add("constant", start, end, str(int(text) + 1))
        elif re.fullmatch(r"[\d.]+(e[-+]?\d+)?", text):
            self.add("constant", start, end, "1.0" if float(text) == 0 else f"(2 * {text})")

    def call(self, at, start, end):
        text = self.source(at)
        if at.spelling == "abs":
            self.add("arithmetic", start, end, re.sub(r"^(std::)?abs", "", text, count=1))
        else:
            other = {"min": "max", "max": "min"}[at.spelling]
            self.add("arithmetic", start, end, re.sub(rf"^((?:std::)?){at.spelling}\b", rf"\g<1>{other}", text, count=1))

    def statement(self, at, parent, start, end):
        k = self.kinds
        if parent.kind == k.FOR_STMT and at.kind not in (k.CONTINUE_STMT, k.BREAK_STMT):
            return
        calls = (k.CALL_EXPR, k.UNEXPOSED_EXPR, k.BINARY_OPERATOR, k.COMPOUND_ASSIGNMENT_OPERATOR, k.UNARY_OPERATOR)
        bare = at.kind in (k.CONTINUE_STMT, k.BREAK_STMT) or at.kind == k.RETURN_STMT and self.source(at) == "return"
        if not bare and at.kind not in calls:
            return
        if parent.kind == k.IF_STMT and next(iter(parent.get_children())) == at:
            return  # its condition
        semicolon = re.compile(rb"\s*;").match(self.text, end)
        if semicolon:
            self.add("statement", start, semicolon.end(), "", statement=True)


def find(root, units, cache):
    """All mutants of the sources of UNITS: (file to parse, sources in it, compiler flags). What was found is kept in the file CACHE."""
    units = list(units)
    names = sorted(name for _, members, _ in units for name in members)
    content = [pathlib.Path(__file__).read_bytes(), repr([flags for _, _, flags in units]).encode(), *((root / name).read_bytes() for name in names)]
    key = hashlib.sha256(b"".join(content)).hexdigest()
    if cache.exists() and (kept := json.loads(cache.read_text()))["key"] == key:
        return [Mutant(*entry) for entry in kept["mutants"]]
    import clang.cindex as cindex
    index = cindex.Index.create()
    found = []
    for unit, members, flags in units:
        tree = index.parse(str(unit), args=flags)
        worst = [d for d in tree.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if worst:
            print(f"clang on {unit}: {worst[0]}")
        finders = {str(root / name): Finder(cindex, name, (root / name).read_bytes()) for name in members}
        for cursor in tree.cursor.get_children():
            file = cursor.location.file
            if file is not None and file.name in finders:
                finders[file.name].walk(cursor)
        for name in sorted(finders):
            found += finders[name].found
    unique = list({(m.file, m.start, m.end, m.text): m for m in found}.values())
    unique.sort(key=lambda m: (m.file, m.start, -m.end, m.text))
    cache.write_text(json.dumps({"key": key, "mutants": unique}))
    return unique


def with_mutants(text, numbered):
    """TEXT (bytes) with NUMBERED mutants, (number, mutant), beside what they replace. As one mutant is taken at a time, a replacement holds
    no other mutants, so that the text grows in proportion."""

    def inner(start, end, those):
        result, at = b"", start
        while those:
            number, m = those[0]
            inside = [pair for pair in those[1:] if pair[1].start < m.end]
            those = [pair for pair in those[1:] if pair[1].start >= m.end]
            original = inner(m.start, m.end, inside)
            if m.statement:
                piece = b"{ if (!stribeck_mutant_is(%d)) { %s } }" % (number, original)
            elif m.kind in ("branch", "condition") or m.kind == "sign" and original.startswith(b"!"):  # whatever is not a bool becomes one
                piece = b"(stribeck_mutant_is(%d) ? static_cast<bool>(%s) : static_cast<bool>(%s))" % (number, m.text.encode(), original)
            else:
                piece = b"(stribeck_mutant_is(%d) ? (%s) : (%s))" % (number, m.text.encode(), original)
            result += text[at:m.start] + piece
            at = m.end
        return result + text[at:end]

    ordered = sorted(numbered, key=lambda pair: (pair[1].start, -pair[1].end, not pair[1].statement))
    return inner(0, len(text), ordered)

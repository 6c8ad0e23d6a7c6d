"""Chains of masses and springs in subsystems of three levels: trains of ten wagons of ten links each."""
LINKS_A_TRAIN = 100


def chain(trains, stop="1 ms"):
    """Fixed on the left, each mass of 1 kg, each spring of 100 N/m; all masses move at 1 m/s. Two components a link."""
    start = {"v": {"unit": "m/s", "value": 1, "doc": "velocity of each link at the start"}}

    def row(part, count):
        return {"doc": f"{count} of {part}.", "parameters": start,
                "components": {part: {"type": part, "count": count, "parameters": {"v": "=v"}}},
                "connections": [[f"{part}[1:{count - 1}].right", f"{part}[2:{count}].left"]],
                "ports": {"left": f"{part}[1].left", "right": f"{part}[{count}].right"}}
    link = {"doc": "A mass on a spring.",
            "parameters": {**start, "m": {"unit": "kg", "value": 1, "above": 0, "doc": "of the mass"}},
            "components": {"body": {"type": "translational.mass", "parameters": {"mass": "=m"}, "initial": {"v": "=v"}},
                           "spring": {"type": "translational.spring", "parameters": {"stiffness": "100 N/m"}, "initial": {"x": 0}}},
            "connections": [["body.M", "spring.R"]], "ports": {"left": "spring.C", "right": "body.M"}}
    return {"format": "stribeck/1",
            "definitions": {"link": link, "wagon": row("link", 10), "train": row("wagon", 10)},
            "components": {"train": {"type": "train", "count": trains}, "wall": {"type": "translational.ground"}},
            "connections": [["train[1].left", "wall.W"], [f"train[1:{trains - 1}].right", f"train[2:{trains}].left"]],
            "experiment": {"stop": stop, "interval": stop, "rtol": 1e-8, "atol": 1e-10},
            "outputs": ["train[1].wagon[1].link[1].body.v", f"train[{trains}].wagon[10].link[10].body.v"]}

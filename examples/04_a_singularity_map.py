"""Where in its workspace does a five-bar lose control of its tool, and into how many regions is the workspace cut?"""

import kinloop as kl

robot = kl.load("five_bar")
found = kl.singularity_map(robot, {"x": (-0.2, 0.2), "y": (-0.2, 0.2)}, points=121)
for k, mode in enumerate(found.modes):
    type2, type1 = (sum(len(curve) for curve in found.loci(kind, k)) for kind in ("type 2", "type 1"))
    labels, regions = found.regions(k)
    shares = [f"{(labels == label).mean():.1%}" for label in range(1, regions + 1)]
    print(f"mode {mode}: {found.reachable[k].mean():.1%} of the square is reached, in {regions} regions of {', '.join(shares)};")
    print(
        f"    {type2} points on loci of Type 2 (the tool moves with the cranks locked), {type1} on those of Type 1 (its border)"
    )

# A point of a locus is exact: the kind, and the motion that the cranks do not control.
point = found.loci("type 2", 0)[0][0]
q = robot.inverse_geometry(point, mode=found.modes[0]).q
print(f"at {point.round(4)}:", robot.singularity(q))

found.plot().savefig("five_bar_singularities.png")
print("drawn into five_bar_singularities.png")

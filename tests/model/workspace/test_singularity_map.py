"""Maps of singularities: loci against closed forms, regions, conditioning, closed forms against followed branches."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import AmbiguousMode, KinloopError, ShapeError, SingularConfiguration, UnknownName, UnsupportedOperation
from kinloop.numerics.givens_qr import GivensQR

d, l = 0.4, 0.3606
AXES = {"x": (-0.2, 0.2), "y": (0.0, 0.5)}


@pytest.fixture(scope="module")
def biglide() -> kl.SingularityMap:
    return kl.singularity_map(robot_named("biglide"), AXES, points=61)


@pytest.fixture(scope="module")
def five_bar() -> kl.SingularityMap:
    return kl.singularity_map(robot_named("five_bar"), {"x": (-0.25, 0.25), "y": (-0.2, 0.2)}, points=151)


# ---------------------------------------------------------------- the Biglide


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1)])
def test_type_2_locus_of_the_biglide_is_the_middle_line(biglide: kl.SingularityMap, mode: tuple[int, int]) -> None:
    (curve,) = biglide.loci("type 2", mode)
    np.testing.assert_allclose(curve[:, 0], 0, atol=1e-14)
    np.testing.assert_allclose(sorted(curve[[0, -1], 1]), [0, 0.5], atol=1e-14)
    assert biglide.regions(mode)[1] == 2


@pytest.mark.parametrize("mode", [(1, 1), (-1, -1)])
def test_modes_with_equal_signs_have_no_type_2_locus(biglide: kl.SingularityMap, mode: tuple[int, int]) -> None:
    assert biglide.loci("type 2", mode) == []
    assert biglide.regions(mode)[1] == 1


@pytest.mark.parametrize("mode", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_type_1_loci_of_the_biglide_are_where_a_leg_is_level(biglide: kl.SingularityMap, mode: tuple[int, int]) -> None:
    curves = sorted(biglide.loci("type 1", mode), key=lambda curve: curve[0, 0])
    assert len(curves) == 2
    for curve, x in zip(curves, (d / 2 - l, l - d / 2), strict=True):
        # A task that is missed by 1e-11 still counts as reached.
        np.testing.assert_allclose(curve[:, 0], x, atol=1e-10)
        np.testing.assert_allclose(sorted(curve[[0, -1], 1]), [0, 0.5], atol=1e-14)


def test_reach_of_the_biglide_is_between_the_level_legs(biglide: kl.SingularityMap) -> None:
    inside = np.abs(biglide.coordinates["x"]) < l - d / 2
    np.testing.assert_array_equal(biglide.reachable, np.broadcast_to(inside[None, :, None], biglide.reachable.shape))
    assert np.isnan(biglide.condition[~biglide.reachable]).all()
    assert np.isnan(biglide.determinant["type 2"][~biglide.reachable]).all()


def test_arrays_of_the_biglide_are_those_of_its_closed_form(biglide: kl.SingularityMap) -> None:
    """T = -A^-1 B with A_i = (cos phi_i, sin phi_i), B_ii = -sin phi_i: all slides and lengths, so no size enters."""
    k, i, j = biglide.modes.index((1, -1)), 17, 5
    x, y = biglide.coordinates["x"][i], biglide.coordinates["y"][j]
    q = y + np.array([1, -1]) * np.sqrt(l**2 - (x + np.array([d / 2, -d / 2])) ** 2)
    phi = np.arctan2(y - q, x + np.array([d / 2, -d / 2]))
    T = np.linalg.solve(np.stack([np.cos(phi), np.sin(phi)], axis=-1), np.diag(np.sin(phi)))
    assert biglide.condition[k, i, j] == pytest.approx(np.linalg.norm(T) * np.linalg.norm(np.linalg.inv(T)), rel=1e-12)
    size = float(
        robot_named("biglide").models.kernel("scaled_velocity")(
            np.concatenate([q, phi]), *robot_named("biglide").models.parameter_inputs
        )[2]
    )
    expected = (l / size) ** 2 * np.sin(phi[0] - phi[1])
    assert abs(biglide.determinant["type 2"][k, i, j]) == pytest.approx(abs(expected), rel=1e-12)


@pytest.mark.parametrize("kind", ["type 2", "type 1"])
def test_nearness_agrees_with_that_of_a_configuration(five_bar: kl.SingularityMap, kind: str) -> None:
    """Frobenius norms are between the largest singular value and root two times it."""
    robot = robot_named("five_bar")
    k = five_bar.modes.index((-1, 1))
    places = [(75, 120), (60, 115), (90, 118)]
    for i, j in places:
        x = [five_bar.coordinates["x"][i], five_bar.coordinates["y"][j]]
        q = next(c.q for c in robot.configurations(x=x) if c.mode.working == (-1, 1))
        ratio = float(robot.singularity(q).nearness[kind]) / five_bar.nearness[kind][k, i, j]
        assert 1 - 1e-9 <= ratio <= np.sqrt(2) + 1e-9


def test_assembly_modes_of_the_biglide_end_where_the_rods_align() -> None:
    """Over the slides: |q1 - q2| = sqrt(4 l^2 - d^2) is the edge of both assembly modes, and Type 2."""
    found = kl.singularity_map(robot_named("biglide"), {"q1": (-0.2, 0.9), "q2": (-0.5, 0.5)}, over="active", points=61)
    assert found.modes == ((1,), (-1,))
    curves = found.loci("type 2", (1,))
    assert curves
    for curve in curves:
        np.testing.assert_allclose(np.abs(curve[:, 0] - curve[:, 1]), np.sqrt(4 * l**2 - d**2), atol=1e-9)
    for curve in found.loci("type 1", (1,)):
        for q1, q2 in curve:
            a = np.hypot(d, q1 - q2) / 2
            x = -np.sqrt(l**2 - a**2) / a * (q1 - q2) / 2
            assert abs(x) == pytest.approx(l - d / 2, abs=1e-9)


# ---------------------------------------------------------------- the five-bar


@pytest.mark.parametrize("mode", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_type_2_locus_of_the_five_bar_is_where_its_rods_are_parallel(five_bar: kl.SingularityMap, mode: tuple[int, int]) -> None:
    robot = robot_named("five_bar")
    curves = five_bar.loci("type 2", mode)
    points = np.concatenate(curves)
    assert len(points) > 50
    q = np.asarray(robot.models.kernel("inverse_geometry")(points, np.array(mode, float), *robot.models.parameter_inputs))
    np.testing.assert_allclose(np.sin(q[:, 0] + q[:, 2] - q[:, 1] - q[:, 3]), 0, atol=1e-9)


@pytest.mark.parametrize("mode", [(1, 1), (1, -1)])
def test_type_1_locus_of_the_five_bar_is_the_edge_of_its_reach(five_bar: kl.SingularityMap, mode: tuple[int, int]) -> None:
    """Legs of equal lengths fold to a point, so only the stretched legs bound it: two arcs of radius l1 + l2, one curve."""
    curves = [curve for curve in five_bar.loci("type 1", mode) if len(curve) > 5]
    assert len(curves) == 1
    (curve,) = curves
    np.testing.assert_array_equal(curve[0], curve[-1])
    reach = np.maximum(np.hypot(curve[:, 0] + 0.059, curve[:, 1]), np.hypot(curve[:, 0] - 0.059, curve[:, 1]))
    np.testing.assert_allclose(reach, 0.18, atol=1e-9)


def test_regions_of_the_five_bar(five_bar: kl.SingularityMap) -> None:
    """Elbows to the same side: the locus cuts the reach in two. To different sides: an oval, and a corner cut off at the tip."""
    assert [five_bar.regions(mode)[1] for mode in five_bar.modes] == [2, 3, 3, 2]
    for mode in five_bar.modes:
        k, (labels, count) = five_bar.modes.index(mode), five_bar.regions(mode)
        for region in range(1, count + 1):
            for kind in ("type 2", "type 1"):
                assert (
                    len(set(np.sign(five_bar.determinant[kind][k][(labels == region) & (five_bar.nearness[kind][k] > 1e-6)])))
                    == 1
                )


# ---------------------------------------------------------------- other machines, branches that are followed


def test_followed_branch_is_the_mode_of_its_start() -> None:
    robot = robot_named("biglide")
    axes = {"x": (-0.2, 0.2), "y": (0.0, 0.5)}
    written = kl.singularity_map(robot, axes, points=31, mode=(1, -1))
    followed = kl.singularity_map(robot, axes, points=31, near=robot.start)
    np.testing.assert_array_equal(written.reachable, followed.reachable)
    for kind in ("type 2", "type 1"):
        np.testing.assert_allclose(followed.determinant[kind], written.determinant[kind], atol=1e-12)
    (curve,) = followed.loci("type 2")
    np.testing.assert_allclose(curve[:, 0], 0, atol=1e-12)
    assert followed.regions()[1] == 2
    assert len(followed.loci("type 1")) == 2


def test_machine_without_a_closed_form_is_followed_from_its_start() -> None:
    """The assembly modes of the 3-RRR have none. Its configurations close, and its edge is Type 2."""
    robot = robot_named("three_rrr")
    q1, q2 = robot.start[:2]
    found = kl.singularity_map(robot, {"q1": (q1 - 0.9, q1 + 0.9), "q2": (q2 - 0.9, q2 + 0.9)}, over="active", points=31)
    assert found.configurations is not None
    q = found.configurations[found.reachable]
    assert 50 < len(q) < 31 * 31
    np.testing.assert_allclose(robot.closure(q), 0, atol=1e-10)
    assert len(set(np.sign(found.determinant["type 2"][found.reachable]))) == 1
    assert found.loci("type 2")


def test_straight_elbow_of_a_serial_arm_over_its_joints() -> None:
    found = kl.singularity_map(robot_named("two_r"), {"theta1": (-1, 1), "theta2": (-1, 1)}, over="active", points=21)
    (curve,) = found.loci("type 1")
    np.testing.assert_allclose(curve[:, 1], 0, atol=1e-14)
    assert found.regions()[1] == 2
    assert found.loci("type 2") == []


def test_valley_without_a_sign_is_a_locus() -> None:
    """A Biglide on a tilted table: its closures are redundant, so that the determinants have no signs. Where a leg is level
    the one of the task only touches zero."""
    flat = robot_named("biglide").mechanism
    table = kl.Joint(name="table", kind="fixed", parent="base", child="ground", origin=kl.Pose(rpy=(0.4, -0.3, 0.2)))
    joints = tuple(joint.model_copy(update={"parent": "ground"}) if joint.parent == "base" else joint for joint in flat.joints)
    robot = kl.load(flat.model_copy(update={"joints": (table, *joints), "inverse_geometry": None, "motion": None}))
    assert robot.models.formulas.model.is_redundant
    axes = {"q1": (0.2, 0.85), "q2": (0.0, 0.3)}
    found = kl.singularity_map(robot, axes, over="active", points=41, mode=(1,))
    signed = kl.singularity_map(robot_named("biglide"), axes, over="active", points=41, mode=(1,))
    assert np.all(found.determinant["type 1"][found.reachable] >= 0)
    assert np.any(signed.determinant["type 1"][signed.reachable] < 0)
    points = np.concatenate(found.loci("type 1"))
    assert len(points) >= 40
    a = np.hypot(d, points[:, 0] - points[:, 1]) / 2
    x = np.sqrt(l**2 - a**2) / a * (points[:, 0] - points[:, 1]) / 2
    np.testing.assert_allclose(np.abs(x), l - d / 2, atol=1e-7)
    assert found.regions()[1] == signed.regions()[1] > 1


def test_determinant_by_rotations_is_the_determinant() -> None:
    random = np.random.default_rng(0)
    A = random.normal(size=(6, 6)) * (random.uniform(size=(6, 6)) < 0.6) + np.eye(6)
    B = random.normal(size=(6, 2))
    symbols = ca.SX.sym("A", 6, 6)
    f = _rotated(symbols, symbols * ca.SX((A != 0).astype(float)), B)
    det, X = f(A)
    assert float(det) == pytest.approx(np.linalg.det(A), rel=1e-12)
    np.testing.assert_allclose(X.full(), np.linalg.solve(A, B), rtol=1e-10)
    full = _rotated(symbols, symbols, B)
    A[:, 3] = A[:, 1]
    assert abs(float(full(A)[0])) < 1e-14
    A[:, 3] = 0  # no rotation has anything to turn
    assert float(full(A)[0]) == 0


def _rotated(symbols: ca.SX, A: ca.SX, B: np.ndarray) -> ca.Function:
    rotated = GivensQR(A, ca.SX(B))
    return ca.Function("f", [symbols], [rotated.determinant, rotated.solution])


@pytest.mark.parametrize("seed", range(3))
def test_the_norm_of_an_inverse_with_few_entries_is_lapacks(seed: int) -> None:
    """A band, as of closures in a row: so few entries that the inverse is not written out, which takes 7 148 steps."""
    random = np.random.default_rng(seed)
    rows, columns = 41, 40
    A = np.where(
        np.abs(np.subtract.outer(np.arange(rows), np.arange(columns))) <= 1, random.standard_normal((rows, columns)), 0.0
    )
    symbols, written = ca.SX.sym("A", rows, columns), ca.SX(rows, columns)
    for i, j in np.argwhere(A):
        written[i, j] = symbols[i, j]
    norm = ca.Function("f", [symbols], [GivensQR(written, ca.SX(rows, 0)).inverse_norm])
    assert norm.n_instructions() < 2000
    assert float(norm(A)) == pytest.approx(np.linalg.norm(np.linalg.pinv(A)), rel=1e-10)


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"axes": ["x", "y"]}, ShapeError, r"two names with their ranges: \{\"x\": \(from, to\)"),
        ({"axes": {"x": (0, 1)}}, ShapeError, "two axes"),
        ({"axes": {"x": (0, 1), "z": (0, 1)}}, UnknownName, "biglide"),
        ({"axes": {"x": (0, 1), "y": (1, 0)}}, ShapeError, "increasing"),
        ({"axes": {"x": (0, 1), "y": (0, np.nan)}}, ShapeError, "increasing"),
        ({"axes": AXES, "over": "joints"}, UnknownName, "task"),
        ({"axes": AXES, "mode": (1, 2)}, UnknownName, "mode"),
        ({"axes": AXES, "fixed": {"x": 1.0}}, ShapeError, "cannot be fixed"),
        ({"axes": AXES, "near": np.zeros(3)}, ShapeError, "near has shape"),
        ({"axes": AXES, "near": np.zeros(4), "mode": (1, 1)}, UnsupportedOperation, "near"),
        ({"axes": {"x": (5, 6), "y": (5, 6)}, "near": "start"}, SingularConfiguration, "no configuration leads"),
    ],
)
def test_wrong_arguments_are_explained(arguments: dict, error: type[KinloopError], words: str) -> None:
    robot = robot_named("biglide")
    if isinstance(arguments.get("near"), str):
        arguments = arguments | {"near": robot.start}
    with pytest.raises(error, match=words):
        kl.singularity_map(robot, **arguments)


def test_quaternion_does_not_change_by_one_number() -> None:
    with pytest.raises(UnsupportedOperation, match="quaternion"):
        kl.singularity_map(robot_named("stewart_gough"), {"qx": (0, 0.1), "z": (0.8, 1.0)})


def test_modes_of_a_map_are_given_and_printed_by_name(biglide: kl.SingularityMap) -> None:
    assert "modes g1=+1, g2=+1; g1=+1, g2=-1; g1=-1, g2=+1; g1=-1, g2=-1" in repr(biglide)
    by_signs, by_text, by_name = (biglide.loci("type 2", m) for m in ((1, -1), "g1=+1, g2=-1", {"g1": 1, "g2": -1}))
    np.testing.assert_array_equal(by_text, by_signs)
    np.testing.assert_array_equal(by_name, by_signs)
    robot = robot_named("biglide")
    half = kl.singularity_map(robot, AXES, points=5, mode={"g1": 1})
    assert half.modes == ((1, 1), (1, -1))
    assert half.regions("g2=-1")[1] == 2
    assert kl.singularity_map(robot, AXES, points=5, mode=["g1=+1, g2=-1", (-1, -1)]).modes == ((1, -1), (-1, -1))
    with pytest.raises(AmbiguousMode, match=r"the map has 2 modes with 'g1=.1'; it has: g1=.1, g2=.1; g1"):
        half.loci("type 2", "g1=+1")
    with pytest.raises(UnknownName, match=r"no mode 'g1=-1'; 'biglide' has: g1=.1, g2=.1, g1=.1, g2=-1"):
        half.loci("type 2", "g1=-1")


def test_unknown_mode_of_a_map_is_explained(biglide: kl.SingularityMap) -> None:
    with pytest.raises(UnknownName, match="mode"):
        biglide.loci("type 2", (2, 2))
    with pytest.raises(ShapeError, match="0 to 3"):
        biglide.regions(7)
    with pytest.raises(UnknownName, match="kind"):
        biglide.loci("type 3")  # type: ignore[arg-type]

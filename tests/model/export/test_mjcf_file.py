"""A saved MJCF file moves in MuJoCo alone as kinloop's equations do, also with massless links and sliding loops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
import pytest
from engine_runs import OwnPlant, branching, held, hung

import kinloop as kl
from kinloop.errors import UnsupportedOperation

# The joints that the file lacks or has in addition, as its warning says.
MACHINES: dict[str, tuple[Callable[[], kl.Robot], str | None]] = {
    "biglide": (lambda: kl.load("biglide", m_p=3.0), "without the joints phi2,"),
    "five_bar": (lambda: kl.load("five_bar"), None),
    "sliding": (lambda: kl.load(hung("prismatic")), "with the joints .*_carriage"),
    "branching": (lambda: kl.load(branching()), None),
}


def in_mujoco(file: Path, tau: dict[str, float], duration: float, step: float) -> tuple[dict[str, float], dict[str, float]]:
    """Positions at the file's start and after constant efforts, by the names of hinges and slides."""
    model = mujoco.MjModel.from_xml_path(str(file))
    model.opt.timestep, model.eq_solref[:, 0] = step, 2 * step
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, model.key("start").id)

    def positions() -> dict[str, float]:
        return {model.joint(k).name: float(data.qpos[model.jnt_qposadr[k]]) for k in range(model.njnt) if model.jnt_type[k] > 1}

    before = positions()
    for name, effort in tau.items():
        data.ctrl[model.actuator(name).id] = effort
    mujoco.mj_step(model, data, round(duration / step))
    return before, positions()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", MACHINES)
def test_a_saved_file_moves_in_mujoco_as_the_robot_does(name: str, tmp_path: Path) -> None:
    robot = MACHINES[name][0]()
    robot.save(tmp_path / "machine.xml")
    tau = np.linspace(1.0, -2.0, robot.n_active) if robot.n_active > 1 else np.ones(1)
    efforts = dict(zip(robot.mechanism.rates[: robot.n_active], tau.tolist(), strict=True))
    before, after = in_mujoco(tmp_path / "machine.xml", efforts, 0.05, 1e-4)
    expected = held(OwnPlant(robot), robot.start, np.zeros(len(robot.mechanism.rates)), tau, 0.05)
    known = [k for k, coordinate in enumerate(robot.mechanism.coordinates) if coordinate in before]
    assert set(robot.active) <= set(before)
    moved = 0.0
    for k in known:
        coordinate = robot.mechanism.coordinates[k]
        assert before[coordinate] == pytest.approx(robot.start[k], abs=1e-12)
        assert after[coordinate] == pytest.approx(expected.q[k], abs=1e-7)
        moved = max(moved, abs(expected.q[k] - robot.start[k]))
    assert moved > 1e-3, "it should move"


@pytest.mark.parametrize("name", [name for name, (_, words) in MACHINES.items() if words])
def test_joints_that_the_file_lacks_or_adds_are_named(name: str, tmp_path: Path) -> None:
    make, words = MACHINES[name]
    with pytest.warns(kl.KinloopWarning, match=f"MJCF is written {words}"):
        make().save(tmp_path / "machine.xml")


def test_a_link_whose_mass_the_motion_needs_is_refused_with_advice_that_exists(tmp_path: Path) -> None:
    light = kl.Mechanism(
        name="light",
        joints=(
            kl.Joint(name="a", kind="prismatic", parent="base", child="hand"),
            kl.Joint(name="b", kind="prismatic", parent="hand", child="finger", axis=(1, 0, 0)),
        ),
        links=(kl.Link(name="hand", mass=1.0),),
    )
    with pytest.raises(UnsupportedOperation, match="'finger' has none; give it a mass in the description"):
        kl.load(light).save(tmp_path / "machine.xml")
    assert not list(tmp_path.iterdir())

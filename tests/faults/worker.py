"""One scene, interrupted again and again: `python -m tests.faults.worker SCENE HOW...`, a JSON line for every try.

HOW is `kill` (killed at every call that changes a file), `EIO` or `ENOSPC` (that call is refused), or `power` (the
states that a disk may hold when the power fails); `kill 1/2` is the first of every two.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

import pbem
import tests.toy  # noqa: F401  (registers the title)
from pbem.cli import main as pbem_main
from tests.faults.calls import Call, read_calls
from tests.faults.copying import copy
from tests.faults.cuts import lay_out, states
from tests.faults.disk import End, Recorder, read_tree
from tests.faults.judging import (
    KILLED,
    Seen,
    false_words,
    files,
    head_of,
    litter,
    look,
    third_state,
    told_state,
    wrong_mails,
)
from tests.faults.running import CHANGING, UNTRACEABLE, Runner, Step, Untraceable
from tests.faults.scenes import LATER, RECOVERY, SCENES, Place, Scene

WRITES = ["-xx", "-s", "100000000", "-e", f"trace={CHANGING},lseek"]
TRACE = ["-xx", "-s", "0", "-e", f"trace={CHANGING}"]
THIRD = 3
"""Refused are the calls at a fixed third of all places."""


def moment() -> datetime:
    """Now, for the whole run; not so late that the day would end before it is over."""
    now = datetime.now(UTC).replace(microsecond=0)
    return now - timedelta(hours=1) if now.hour == 23 else now


class Stage:
    """A scene with its references: how it looks before and after, with and without recovery."""

    def __init__(self, name: str, root: Path) -> None:
        self.root = root
        self.name = name
        self.work = root / "work"
        self.source = root / "source"
        self.now = moment()
        self.program = root / "take"
        self.program.write_text(f'#!/bin/sh\nexec cat > "{self.work}/taken/$$"\n')
        self.program.chmod(0o700)
        warm_up(root, self.program, self.now)
        self.runner = Runner(self.work, self.now)
        self.scene = self._built()
        copy(self.work, self.source)
        self._refer()

    def _built(self) -> Scene:
        """Build the home in a child: what that process remembers of it must not help the commands."""
        return in_child(lambda: SCENES[self.name](Place(self.work, self.program, self.now)))

    def _refer(self) -> None:
        """Run everything without faults: what is there at each point is what must be there after them."""
        self.old = self.look()
        self.recover()
        self.old_later = self.look()
        untouched = files(self.work)
        self.reset()
        self.between: set[str] = set()
        self.reached = [self.old]
        self.refused = False
        for step in self.scene.steps:
            ended = self.runner.run(step)
            assert ended.code == 0 and not ended.err, ended
            self.reached.append(self.look())
            self.between.add(self.reached[-1].state)
        self.new = self.look()
        for entry in range(self.old.entry + 1, self.new.entry):
            self.between.add(self._state_at(entry))
        self.recover()
        self.new_later = self.look()
        self.files = files(self.work) | untouched  # what the clock makes of a game that it finds in the old state
        assert not wrong_mails(self.new_later, self.new_later)
        trouble = self.afterwards()
        assert not trouble, trouble

    def _state_at(self, entry: int) -> str:
        """A state between two mails of one run, from the history."""
        path = self.work / "home/games/history" / self.scene.game / f"{entry}.json"
        if not path.exists():
            return ""
        return told_state(json.loads(path.read_bytes()), self.scene)

    # -- a try -------------------------------------------------------------------------------------------------------

    def reset(self) -> None:
        copy(self.source, self.work)

    def look(self) -> Seen:
        return look(self.work, self.scene)

    def recover(self) -> str:
        return self.all_well(RECOVERY)

    def all_well(self, steps: Sequence[Step]) -> str:
        """What the first of these commands says that does not end well; empty if all do."""
        failed = self.runner.run_all(steps)
        return "" if failed is None else f"{' '.join(failed[0].args)} ends with {failed[1].code}: {failed[1].said}"

    def forgotten(self, ended: int) -> str:
        """Whether something is gone that a command had said was done."""
        now = self.look()
        later = [(one.state, one.product) for one in self.reached[ended:]]
        if self.scene.redelivered or (now.state, now.product) in later:
            return ""
        return f"{ended} commands had ended well, and the state is {now.state}"

    def judged(self, code: int) -> str:
        """The rest of a try, once the fault has happened: what is wrong, or nothing."""
        now = self.look()
        waiting = self.refused and self.scene.redelivered and self.old.entry <= now.entry <= self.new.entry
        trouble = "" if waiting else third_state(self.old, self.new, now, self.between)
        if trouble:
            return trouble
        left = self.recover() or self.once(now, code) or litter(self.work, self.files, refused=self.refused)
        return left or self.afterwards()

    def once(self, now: Seen, code: int) -> str:
        """Nothing is lost and nothing doubled, whether the command is repeated or not."""
        scene, later = self.scene, self.look()
        refused = self.refused
        stored = scene.redelivered and code == 0
        if scene.redelivered and not stored:
            self.runner.run(Step(scene.steps[0].args, scene.steps[0].stdin, LATER))
        elif not scene.recovered and not scene.redelivered:
            reached = (now.state, now.product) == (self.new.state, self.new.product)
            expected = self.new_later if reached else self.old_later
            if (later.state, later.product) != (now.state, now.product):
                return f"recovery changed the state: {now.state} to {later.state}"
            if later.filed != expected.filed:
                return f"the game lies in the wrong folder (filed: {later.filed})"
            if reached or len(scene.steps) == 1:
                trouble = wrong_mails(expected, later, refused=refused)
                if trouble:
                    return f"after recovery from {'the new' if reached else 'the old'} state: {trouble}"
            if not reached:
                trouble = self._repeat()
                if trouble:
                    return trouble
        final = self.look()
        if (final.state, final.filed) != (self.new_later.state, self.new_later.filed):
            return f"the end is {final.state} (filed: {final.filed}), not {self.new_later.state}"
        if scene.product and final.product != self.new.product:
            return "the file is not the one it should be in the end"
        return wrong_mails(self.new_later, final, refused=refused)

    def _repeat(self) -> str:
        """Run again what did not happen."""
        begun = self.look().state
        for step in self.scene.steps:
            ended = self.runner.run(Step(step.args, step.stdin, LATER))
            if ended.code and not (len(self.scene.steps) > 1 and begun != self.old.state):
                return f"repeated, the command ends with {ended.code}: {ended.said}"
            begun = self.old.state
        return ""

    def afterwards(self) -> str:
        """Sound throughout, and the game goes on."""
        checks = [Step(["check", "--replay"])]
        if self.scene.product:
            checks.append(Step(["verify", self.scene.product]))
        return self.all_well([*checks, *self.scene.following])


def in_child(work):  # type: ignore[no-untyped-def]
    """What a function returns, called in a child."""
    import pickle

    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(work(), pipe)
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        raw = pipe.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, "the scene could not be built"
    return pickle.loads(raw)


def warm_up(root: Path, program: Path, now: datetime) -> None:
    """Load everything once, on a home that no try sees."""
    for module in pkgutil.walk_packages(pbem.__path__, "pbem."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    place = Place(root / "warm", program.with_name("true"), now)
    program.with_name("true").write_text("#!/bin/sh\nexec cat > /dev/null\n")
    program.with_name("true").chmod(0o700)
    place.begin()
    place.play(3)
    os.environ["PBEM_HOME"] = str(root / "warm" / "home")
    with contextlib.redirect_stdout(io.StringIO()):
        for args in (["check", "--replay"], ["clock"], ["mail", "send"]):
            assert pbem_main(args) == 0
    shutil.rmtree(root / "warm")
    gc.collect()
    gc.freeze()


# -- injected --------------------------------------------------------------------------------------------------------


def recorded(stage: Stage, step: Step) -> list[Call]:
    """The calls of a command that change a file."""
    stage.reset()
    ended = stage.runner.run(step, TRACE)
    assert ended.code == 0, ended
    return [call for call in read_calls(ended.log) if call.changes(str(stage.work))]


def injected(stage: Stage, how: str, mine: int, of: int) -> Iterator[dict[str, object]]:
    step = stage.scene.steps[0]
    work = str(stage.work)
    as_json = how == "ENOSPC" and not stage.scene.redelivered
    if as_json:
        step = Step([*step.args, "--json"], step.stdin)
    what = "signal=KILL" if how == "kill" else f"error={how}"
    stage.refused = how != "kill"
    for n, call in enumerate(recorded(stage, step)):
        if (how != "kill" and n % THIRD) or n % of != mine - 1:
            continue
        stage.reset()
        ended = stage.runner.run(step, [*TRACE, "-e", f"inject={call.name}:{what}:when={call.nth}"])
        met = next((c for c in read_calls(ended.log) if (c.name, c.nth) == (call.name, call.nth)), None)
        if met is None or met.place(work) != call.place(work) or (how == "kill") != (ended.code == KILLED):
            trouble = f"the call was not met: {met and met.place(work)}, exit code {ended.code}"
        else:
            trouble = false_words(ended, stage.old, stage.new, stage.look(), stage.scene, as_json)
            trouble = trouble or stage.judged(ended.code)
        yield {"n": n, "at": call.place(work), "code": ended.code, "trouble": trouble}


# -- power cuts ------------------------------------------------------------------------------------------------------


def written_log(stage: Stage) -> tuple[Recorder, dict[bytes, int], dict[str, bytes]]:
    """What the scene's commands write and sync; the times of all files, and the mails that were handed over."""
    stage.reset()
    times = file_times(stage.work)
    recorder = Recorder(read_tree(stage.work), str(stage.work))
    for step in stage.scene.steps:
        ended = stage.runner.run(step, WRITES)
        assert ended.code == 0, ended
        for call in read_calls(ended.log):
            recorder.call(call)
        recorder.add(End())
    differing = recorder.differing(stage.work)
    assert not differing, f"the log does not tell how these came about: {differing}"
    times.update(file_times(stage.work))
    taken = {}
    for path in (stage.work / "taken").iterdir():
        raw = path.read_bytes()
        taken[str(message_from_bytes(head_of(raw))["Message-ID"])] = raw
    return recorder, times, taken


def file_times(work: Path) -> dict[bytes, int]:
    """When each content was written."""
    files = [path for path in work.rglob("*") if path.is_file()]
    return {sha256(path.read_bytes()).digest(): path.stat().st_mtime_ns for path in files}


def cut(stage: Stage, mine: int, of: int) -> Iterator[dict[str, object]]:
    recorder, times, taken = written_log(stage)
    stage.refused = False
    for n, state in enumerate(states(recorder.begin, recorder.ops, recorder.live.folders)):
        if n % of != mine - 1:
            continue
        lay_out(state, stage.work, times, taken)
        over = state.ended == len(stage.scene.steps)
        trouble = stage.forgotten(state.ended) or stage.judged(0 if over else KILLED)
        yield {"n": n, "at": state.why.replace(str(stage.work), ""), "code": state.ended, "trouble": trouble}


def main(name: str, parts: Sequence[str]) -> int:
    shared = Path("/dev/shm")
    where = shared if os.access(shared, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="pbem-faults-", dir=where) as root:
        stage = Stage(name, Path(root))
        for part in parts:
            how, _, share = part.partition(" ")
            mine, of = (int(number) for number in (share or "1/1").split("/"))
            try:
                for one in cut(stage, mine, of) if how == "power" else injected(stage, how, mine, of):
                    sys.stdout.write(json.dumps({"how": how, **one}) + "\n")
                    sys.stdout.flush()
            except Untraceable as problem:
                sys.stderr.write(f"{problem}\n")
                return UNTRACEABLE
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

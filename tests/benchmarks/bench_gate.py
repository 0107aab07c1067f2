"""The gate: seven devices at a table of The Great Split while wallets fly, and one at rest.

    ./test --bench gate

Three phones of 390x844 at density 3, two tablets of 1024x768 at 2, two laptops of 1280x720 watch seven AIs
that play at their usual pace. Of each device: pictures a second while something moves, traffic, the time from
a touch to the changed picture, the time to the first picture. Then one device at rest. Goals: 20 pictures a
second, half of the touches within 40 ms and 95 of 100 within 90, 1.5 MB/s while everything moves, a first
picture within 1 s; at rest 2 kB/s and 1 % of a core; memory 150 MB and 40 more for each size. The page,
which unpacks the pictures, is not part of this. A window at the same table and the server's answers are
measured with the devices and without them: they should keep their figures. The machine has to be quiet: what
else runs is counted, too.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import statistics
import struct
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

from client.screens.table.layout import TableLayout
from client.screens.table.pace import AI_PAUSE
from client.session import gate_process
from client.session.connection import ServerConnection
from client.session.gate_order import GateOpened, GateOrder, GateTarget
from client.session.identity import ProgramIdentity
from client.session.session import Session
from client.ui.canvas import LANDSCAPE_HEIGHT, PORTRAIT_WIDTH
from client.ui.geometry import Rect
from core.protocol import messages as m
from server.embedded import Embedded

DEVICES: Final = (*[(390, 844, 3.0)] * 3, *[(1024, 768, 2.0)] * 2, *[(1280, 720, 1.0)] * 2)
"""CSS pixels across and down of each device, and its density."""
SEATS: Final = 7
GAP: Final = 0.15
"""Seconds without a picture after which nothing is said to move."""
TOUCH_INTERVAL: Final = 2.9
"""Seconds between two things that each person does."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Device:
    """A page that unpacks nothing, and says at once that it has shown what it got."""

    def __init__(self, opened: GateOpened, wide: int, high: int, density: float) -> None:
        self.opened, self.wide, self.high, self.density = opened, wide, high, density
        self.pictures: list[tuple[float, int]] = []
        """Time and bytes of each picture."""
        self.latencies: list[float] = []
        self._touched: float | None = None
        self._heard = False
        self.begun = 0.0
        self._line: ClientConnection

    async def come(self) -> None:
        place = f"127.0.0.1:{self.opened.port}"
        self.begun = time.perf_counter()
        self._line = await connect(
            f"ws://{place}/socket", origin=f"http://{place}", max_size=None, compression=None
        )
        size = {"width": self.wide, "height": self.high, "density": self.density}
        await self.post("Begin", word=self.opened.token, touch=True, **size)

    async def post(self, kind: str, **fields: Any) -> None:
        await self._line.send(json.dumps({"is": kind, **fields}))

    async def listen(self) -> None:
        async for data in self._line:
            now = time.perf_counter()
            if isinstance(data, str):
                self._heard |= self._touched is not None and '"sound"' in data
            elif data[:1] == b"P":
                self.pictures.append((now, len(data)))
                if self._heard and self._touched is not None:
                    self.latencies.append(now - self._touched)
                    self._touched, self._heard = None, False
                await self.post("Shown", picture=struct.unpack(">I", data[1:5])[0])

    async def touch(self) -> None:
        """Open the menu by a tap, close it by a key, again and again."""
        upright = self.wide < self.high
        scale = self.wide / PORTRAIT_WIDTH if upright else self.high / LANDSCAPE_HEIGHT
        area = Rect(0, 0, self.wide / scale, self.high / scale)
        spot = TableLayout.of(area, SEATS, 4, 1).tools[0]
        x, y = spot.cx * scale, spot.cy * scale
        while True:
            for act in (self._tap, self._escape):
                await asyncio.sleep(TOUCH_INTERVAL)
                self._touched, self._heard = time.perf_counter(), False
                await act(x, y)

    async def _tap(self, x: float, y: float) -> None:
        for do in ("down", "up"):
            await self.post("Touch", do=do, finger=1, x=x, y=y)

    async def _escape(self, x: float, y: float) -> None:
        for down in (True, False):
            await self.post("Key", key="Escape", down=down)

    def rate(self, since: float) -> float:
        """Pictures a second while something moved."""
        times = [at for at, _ in self.pictures if at >= since]
        gaps = [b - a for a, b in itertools.pairwise(times) if b - a < GAP]
        return len(gaps) / sum(gaps) if gaps else 0.0

    def traffic(self, since: float) -> float:
        """Bytes a second while something moved."""
        pairs = itertools.pairwise(one for one in self.pictures if one[0] >= since)
        moved = [(b[0] - a[0], b[1]) for a, b in pairs if b[0] - a[0] < GAP]
        return sum(size for _, size in moved) / sum(gap for gap, _ in moved) if moved else 0.0

    async def go(self) -> None:
        await self._line.close()


class House:
    """A server with one table, and the gate to it."""

    def __init__(self, *plans: m.SeatPlan) -> None:
        self.server = Embedded("bench", 0, host="127.0.0.1")
        self.session = Session(
            ServerConnection(self.server.connect()), identity=ProgramIdentity().identity_at("")
        )
        self.session.ask(m.Open, game="great_split", options={}, plans=plans, pause=AI_PAUSE)
        self.session.ask(m.Publish, name="bench")
        while self.session.client_table is None or not self.session.client_table.port:
            self.session.poll(time.monotonic())
            time.sleep(0.01)
        table = self.session.client_table
        order = GateOrder(GateTarget("127.0.0.1", table.port, table.table), "127.0.0.1", 0)
        self.gate = gate_process.start(order)
        assert self.gate.stdout is not None
        self.opened = gate_process.read(self.gate.stdout)
        self.table = table
        self.answers: list[float] = []
        """Milliseconds that the server took for each answer."""

    async def poll(self) -> None:
        """Go on from game to game, and see now and then how long the server takes for an answer."""
        while True:
            table = self.session.client_table
            if table is not None and table.phase == "over":
                self.session.ask(m.Rematch)
            asked = time.perf_counter()
            self.session.ask(m.Browse)
            while not self.session.answered:
                self.session.poll(time.monotonic())
                await asyncio.sleep(0.0005)
            self.answers.append(1000 * (time.perf_counter() - asked))
            await asyncio.sleep(0.1)

    @property
    def seconds(self) -> float:
        """Seconds of processor that the gate has had."""
        fields = Path(f"/proc/{self.gate.pid}/stat").read_text().split()
        return (int(fields[13]) + int(fields[14])) / TICKS

    @property
    def megabytes(self) -> float:
        """Memory of the gate."""
        status = Path(f"/proc/{self.gate.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def close(self) -> None:
        self.gate.kill()
        self.gate.communicate()
        self.session.close()
        self.server.close()


async def beside(house: House, seconds: float, words: str) -> None:
    """Measure a window at the table, and the server."""
    house.answers.clear()
    window = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.benchmarks.gate_window"),
        *map(str, (house.table.port, house.table.table, seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await window.communicate()
    frames, answers = json.loads(told.splitlines()[-1]), sorted(house.answers)
    print(
        f"{words}: a window's frame takes {frames['spent']:.1f} ms of processor, 95 of 100 come within "
        f"{frames['late']:.1f} ms; the server answers within {statistics.median(answers):.1f} ms, "
        f"95 of 100 within {answers[int(0.95 * len(answers))]:.1f} ms"
    )


async def moving(seconds: float) -> None:
    """Measure seven devices while AIs play, and before they come what is there without them."""
    house = House(m.SeatPlan("open"), *[m.SeatPlan("bot", level="easy")] * (SEATS - 1))
    tasks = [asyncio.create_task(house.poll())]
    try:
        devices = [Device(house.opened, *size) for size in DEVICES]
        house.session.ask(m.Start, level="easy")
        await beside(house, seconds / 2, "without devices")
        for device in devices:
            await device.come()
            tasks.append(asyncio.create_task(device.listen()))
            while not device.pictures:
                await asyncio.sleep(0.01)
            await asyncio.sleep(1)
        first = [device.pictures[0][0] - device.begun for device in devices]
        await asyncio.sleep(5)
        tasks += [asyncio.create_task(device.touch()) for device in devices]
        since, before = time.perf_counter(), house.seconds
        await asyncio.sleep(seconds)
        load = (house.seconds - before) / (time.perf_counter() - since)
        await beside(house, seconds / 2, "with devices")
        for device in devices:
            print(
                f"{device.wide}x{device.high}@{device.density:g}: "
                f"{device.rate(since):.1f} pictures/s while something moves, "
                f"{device.traffic(since) / 1e6:.2f} MB/s"
            )
        late = sorted(1000 * one for device in devices for one in device.latencies)
        print(f"touch to picture ({len(late)}): median {statistics.median(late):.0f} ms, "
              f"95 of 100 within {late[int(0.95 * len(late))]:.0f} ms")  # fmt: skip
        print(f"first picture: median {statistics.median(first):.2f} s, at most {max(first):.2f} s")
        sizes = len(set(DEVICES))
        print(f"gate: {100 * load:.0f} % of a core, {house.megabytes:.0f} MB (goal {150 + 40 * sizes})")
    finally:
        for task in tasks:
            task.cancel()
        house.close()


async def resting(seconds: float) -> None:
    """Measure a device where nobody decides."""
    house = House(m.SeatPlan("me", name="Ada"), *[m.SeatPlan("bot", level="easy")] * (SEATS - 1))
    tasks = [asyncio.create_task(house.poll())]
    try:
        device = Device(house.opened, *DEVICES[0])
        await device.come()
        tasks.append(asyncio.create_task(device.listen()))
        await asyncio.sleep(12)
        since, before = time.perf_counter(), house.seconds
        await asyncio.sleep(seconds)
        load = (house.seconds - before) / (time.perf_counter() - since)
        sent = sum(size for at, size in device.pictures if at >= since)
        print(f"at rest: {sent / seconds / 1000:.2f} kB/s, {100 * load:.1f} % of a core")
    finally:
        for task in tasks:
            task.cancel()
        house.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args(arguments)
    asyncio.run(moving(given.seconds))
    asyncio.run(resting(given.seconds / 2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

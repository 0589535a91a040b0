import { expect, it, onTestFinished } from "vitest";
import { HEALTH_CHANGE_WINDOW_MS } from "@/lib/domain/findings/recorded-entry-facts";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import type { HistoryStatus } from "./history-record";
import { recallTurns } from "./recall-turns";

const MINUTE = 60_000;
const RECORDING: HistoryStatus = { kind: "recording", since: NOW, notice: "" };
const machine = (status: string | null, version: number) => anEntry({ resourceVersion: String(version), health: status === null ? null : aReport(status) });

/** A record in which a machine's health turned after 1, 2 and 3 minutes, and its report went after 4. */
async function recorded(own: OwnDatabase) {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
  onTestFinished(() => played.database.close());
  await played.live([machine("True", 1)], [aGroup()]);
  for (const [at, status] of ["False", "True", "False", null, "False"].entries()) {
    await played.wait(MINUTE);
    played.upsert(machine(status, at + 2));
  }
  await played.wait(0);
  return played;
}

onEachEngine("what a start recalls of turns", (own) => {
  it("a start recalls how health turned within the hour before it, and not that reports came or went", async () => {
    const { database, clock } = await recorded(own);
    const fleet = liveFleet(["prod-eu"], clock.now);
    fleet.store.upsertEntry(machine("False", 9), clock.now(), "found");
    const recall = () => recallTurns({ database, fleet, clock, writer: { status: () => RECORDING, onStatus: () => () => undefined } });
    await recall();
    const ref = fleet.byUid("prod-eu", anEntry().uid);
    expect(ref === null ? null : fleet.entryMemory.of(ref).healthTurns).toEqual([1, 2, 3].map((minutes) => NOW + minutes * MINUTE));

    clock.advance(HEALTH_CHANGE_WINDOW_MS - 3 * MINUTE);
    const later = liveFleet(["prod-eu"], clock.now);
    later.store.upsertEntry(machine("False", 9), clock.now(), "found");
    await recallTurns({ database, fleet: later, clock, writer: { status: () => RECORDING, onStatus: () => () => undefined } });
    const then = later.byUid("prod-eu", anEntry().uid);
    expect(then === null ? null : later.entryMemory.of(then).healthTurns).toEqual([NOW + 2 * MINUTE, NOW + 3 * MINUTE]);
  });

  it("it waits until the record is open", async () => {
    const { database, clock } = await recorded(own);
    const fleet = liveFleet(["prod-eu"], clock.now);
    let tell: (status: HistoryStatus) => void = () => undefined;
    let status: HistoryStatus = { kind: "off", reason: "" };
    const onStatus = (listener: (told: HistoryStatus) => void) => {
      tell = listener;
      return () => undefined;
    };
    const recalled = recallTurns({ database, fleet, clock, writer: { status: () => status, onStatus } });
    fleet.store.upsertEntry(machine("False", 9), clock.now(), "found");
    const turnsNow = () => fleet.entryMemory.of(fleet.byUid("prod-eu", anEntry().uid) ?? (0 as never)).healthTurns.length;
    expect(turnsNow()).toBe(0);
    status = RECORDING;
    tell(status);
    await recalled;
    expect(turnsNow()).toBe(3);
  });
});

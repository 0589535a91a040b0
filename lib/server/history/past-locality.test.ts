import { expect, it, onTestFinished } from "vitest";
import { LossesQuery, TimelineQuery } from "@/lib/contract/url/history-query";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, GRACE_MS, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { worldOfVersions } from "@/lib/testing/mesh-world";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";

const MINUTE = 60_000;
const asked = (question: Parameters<typeof formatQueryValues>[0]) => new URLSearchParams(formatQueryValues(question));
const QUESTION = { cluster: ["prod-eu"], ns: ["shop"], group: "checkout", window: "15m" } as const;

const machine = (n: number) =>
  anEntry({
    ...{ uid: `uid-${n}`, name: `vm-${n}`, address: `10.20.1.${n}`, connectedAt: parseTimestamp(new Date(NOW - MINUTE).toISOString()), locality: "" },
    metadataLabels: sortedLabelSet([
      ["istio-locality", "old.old-a"],
      ["topology.istio.io/locality", "eu.eu-a"],
    ]),
  });

const listed = (fleet: FleetReader) => {
  const list = fleet.list(parseMachinesQuery(new URLSearchParams()), ALL_IN_SIGHT);
  const rows = Array.from(list.slice(0, list.matched), (entry) => fleet.row(entry).locality);
  list.close();
  return rows;
};

onEachEngine("localities of other times", (own) => {
  it.each([
    ["1.28.3", "old/old-a", "old-a"],
    ["1.31.0", "eu/eu-a", "eu-a"],
  ])("are read as the istiod of now reads them, %s: lists, losses and their traits, and a lost machine", async (version, locality, zone) => {
    const played = await rememberedFleet(new ManualClock(NOW), worldOfVersions([version]), await own());
    onTestFinished(() => played.database.close());
    await played.live([machine(1), machine(2)], [aGroup({ expectedSize: "2" })]);
    await played.wait(5 * MINUTE);
    const gone = { ...machine(1), resourceVersion: "1203", connectedAt: null, disconnectedAt: parseTimestamp(new Date(played.clock.now()).toISOString()) };
    played.upsert(gone);
    await played.wait(GRACE_MS + 100);
    played.remove(gone);
    await played.wait(4 * MINUTE);
    const { history, clock, fleet } = played;
    expect(listed(fleet)).toEqual([locality]);
    expect(listed((await history.fleetAt(clock.now() - 6 * MINUTE, ALL_IN_SIGHT)).fleet)).toEqual([locality, locality]);
    const losses = await history.losses(read(LossesQuery, asked(QUESTION)), ALL_IN_SIGHT);
    expect(losses.rows.map(({ row }) => row.locality)).toEqual([locality]);
    expect(losses.traits.find(({ trait }) => trait === "zone")).toEqual({ trait: "zone", value: zone, lost: 1, left: 1 });
    const vanished = await history.vanished({ kind: "last", name: "15m" }, null, ALL_IN_SIGHT);
    const states = Array.from(vanished.fleet.entries(), (entry) => vanished.fleet.judged(entry).state);
    expect([listed(vanished.fleet), states]).toEqual([[locality], ["vanished"]]);
    const timeline = await history.timeline(read(TimelineQuery, asked({ cluster: "prod-eu", ns: "shop", name: "vm-1", window: "15m" })), ALL_IN_SIGHT);
    expect(timeline.last?.row.locality).toBe(locality);
  });
});

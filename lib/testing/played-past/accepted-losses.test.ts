import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sumTotals } from "@/lib/domain/group/group-total";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { type PlayedPast, playPast } from "./play";
import type { ScriptGroup } from "./script";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const MINUTE = 60_000;
const WHOLE = { object: true, machines: true };
const group = (name: string, size: number): ScriptGroup => ({ namespace: "shop", name, size, zones: ["eu-1a"], expected: String(size) });
const stopped = (name: string, numbers: readonly number[]) => ({ kind: "lose", machines: { groups: [`shop/${name}`], numbers }, how: "stopped" }) as const;

let past: PlayedPast;
beforeAll(async () => {
  const istiods = [{ key: "a", zone: "eu-1a" }];
  const clusters = [{ name: "prod-eu", istiods, groups: [group("checkout", 12), group("pay", 8)] }];
  const events = [
    { at: 20 * MINUTE, ...stopped("checkout", [1, 2, 3]) },
    { at: 22 * MINUTE, ...stopped("pay", [4]) },
  ];
  past = await playPast({ lengthMs: 26 * MINUTE, clusters, events }, { seed: 1, now: NOW });
}, 60_000);
afterAll(async () => {
  await past.close();
  rmSync(past.folder, { recursive: true, force: true });
});

/** The fleet's total, lost and missing machines. */
function totals(fleet: FleetReader) {
  const all = fleet.groups().map((record) => totalOf(record, WHOLE));
  const registered = fleet.groups().reduce((sum, { members }) => sum + members.size, 0);
  const sum = sumTotals(all);
  expect(registered + sum.lost + sum.missing).toBe(sum.total);
  return [sum.total, sum.lost, sum.missing];
}

it("a fleet whose lost machines are accepted has the total of those that remain, now and on past pages", async () => {
  const record = past.fleet.group("prod-eu", "shop", "checkout");
  const losses = record?.memory.losses?.map(({ name, at }) => ({ name, at })) ?? [];
  expect(losses).toHaveLength(3);
  expect(totals(past.fleet)).toEqual([20, 4, 0]);
  const before = past.now;
  const decision = { cluster: "prod-eu", namespace: "shop", group: "checkout", uid: record?.object?.uid ?? "", who: "ann", dryRun: false } as const;
  await past.advance(MINUTE);
  await past.history.decideLosses({ ...decision, what: "accept", losses });
  expect(totals(past.fleet)).toEqual([17, 1, 0]);
  await past.advance(3 * MINUTE);
  expect(totals(past.fleet)).toEqual([17, 1, 0]);
  await past.history.decideLosses({ ...decision, what: "undo", losses: losses.slice(0, 2) });
  expect(totals(past.fleet)).toEqual([19, 3, 0]);
  const undoneAt = past.now;
  await past.advance(4 * MINUTE);
  // The incident of checkout has each of its machines once.
  const members = [...past.fleet.incidentMemory.all].flatMap((incident) => incident.members).filter(({ machine }) => machine.group === "checkout");
  expect(new Set(members.map(({ machine }) => machine.name)).size).toBe(members.length);
  expect(members.map(({ left }) => left?.how ?? "lost").sort()).toEqual(["accepted", "lost", "lost"]);
  const then = async (at: number) => totals((await past.history.fleetAt(at, past.scope)).fleet);
  expect(await then(before)).toEqual([20, 4, 0]);
  expect(await then(undoneAt - MINUTE)).toEqual([17, 1, 0]);
});

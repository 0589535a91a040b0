import fc from "fast-check";
import { expect, it } from "vitest";
import { type AcceptedLoss, type GroupMemberEvent, lossesWithEnds } from "@/lib/domain/history/loss-ends";
import type { MachineFacts } from "@/lib/domain/incidents/observation";
import { CountedLosses, type EndedLoss } from "./counted-losses";

const QUIET = 24;

const machine = (name: string): MachineFacts => ({ id: `eu-1/${name}`, cluster: "eu-1", namespace: "shop", name, group: "pay", traits: {} });

/** A step of the group, so many hours after the one before. */
const aStep = fc.record({
  after: fc.integer({ min: 1, max: 30 }),
  kind: fc.constantFrom("left" as const, "joined" as const, "planned" as const, "resized" as const, "accepted" as const),
  name: fc.constantFrom("a", "b", "c"),
});

it("end as in a list of all events, at the moment at which time or a step ends them", () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 20 }), (steps) => {
      const losses = new CountedLosses(QUIET);
      const [ended, events, sizeChanges, accepted]: [EndedLoss[], GroupMemberEvent[], number[], AcceptedLoss[]] = [[], [], [], []];
      let at = 0;
      const lostAt = new Map<string, number>();
      for (const { after, kind, name } of steps) {
        at += after;
        for (let due = losses.nextQuietAt; due <= at; due = losses.nextQuietAt) ended.push(...losses.passTo(due));
        if (kind === "left") ended.push(...losses.lose(machine(name), at, true));
        if (kind === "joined" || kind === "planned") ended.push(...losses.move("shop", "pay", name, at, kind));
        if (kind === "resized") ended.push(...losses.resize("shop", "pay", at));
        if (kind === "resized") sizeChanges.push(at);
        else if (kind !== "accepted") events.push({ at, name, kind, wasHealthy: kind === "left" });
        else {
          const acceptance = { name, lostAt: lostAt.get(name) ?? 0, at, by: "ann" };
          accepted.push(acceptance);
          ended.push(...losses.accept("shop", "pay", acceptance));
        }
        if (kind === "left") lostAt.set(name, at);
      }
      for (let due = losses.nextQuietAt; due <= at + 100; due = losses.nextQuietAt) ended.push(...losses.passTo(due));
      const all = lossesWithEnds(events, { sizeChanges, accepted }, at + 100, QUIET);
      expect(ended.map(({ loss }) => loss).sort((a, b) => a.at - b.at)).toEqual(all);
      expect(ended.every(({ machine: { name }, loss }) => name === loss.name)).toBe(true);
    }),
  );
});

it("are none in a group without a lost machine", () => {
  const losses = new CountedLosses(QUIET);
  expect([losses.move("shop", "pay", "a", 1, "joined"), losses.resize("shop", "pay", 2), losses.nextQuietAt]).toEqual([[], [], Number.POSITIVE_INFINITY]);
});

it("are apart for each group", () => {
  const losses = new CountedLosses(QUIET);
  losses.lose(machine("a"), 1, true);
  expect(losses.move("shop", "checkout", "b", 2, "joined")).toEqual([]);
  expect(losses.move("shop", "pay", "b", 3, "joined").map(({ machine: { id }, loss }) => [id, loss.end, loss.endedAt])).toEqual([["eu-1/a", "replaced", 3]]);
});

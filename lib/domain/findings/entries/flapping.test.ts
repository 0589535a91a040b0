import { expect, it } from "vitest";
import { TURNS_KEPT } from "@/lib/domain/findings/entry-past";
import { anEntry, aReport, NOW } from "@/lib/testing/entries";
import { cannotTell } from "@/lib/testing/finding-cases";
import { dueOf, evidenceOf } from "@/lib/testing/rule-cases";
import { flapping } from "./flapping";

const MINUTE = 60_000;
const failing = anEntry({ health: aReport("False") });
/** An entry whose health turned so many minutes ago, the oldest first. */
const turned = (minutesAgo: readonly number[], entry = failing) => ({
  entries: [entry],
  pasts: new Map([[entry.uid, { healthTurns: minutesAgo.map((minutes) => NOW - minutes * MINUTE), drainedBefore: null }]]),
});

it("finds a machine whose health turned six times within an hour, and is asked again when the oldest turn is an hour old", () => {
  const objects = turned([59, 50, 40, 30, 20, 10]);
  expect(evidenceOf(flapping, objects)).toEqual([{ turns: 6, isMore: false, toldFrom: 6, status: "False" }]);
  expect(dueOf(flapping, objects)).toBe(NOW + MINUTE);
});

it("says that there may be more where as many are kept", () => {
  expect(evidenceOf(flapping, turned(Array.from({ length: TURNS_KEPT }, () => 1)))).toMatchObject([{ turns: TURNS_KEPT, isMore: true }]);
});

it.each([
  { of: "turned five times", objects: turned([59, 50, 40, 30, 20]) },
  { of: "turned six times, once an hour ago", objects: turned([60, 50, 40, 30, 20, 10]) },
  { of: "never turned", objects: { entries: [failing] } },
  { of: "turned often, and nobody heeds it", objects: turned([6, 5, 4, 3, 2, 1], anEntry({ gate: null })) },
])("finds nothing of a machine that $of", ({ objects }) => {
  expect(evidenceOf(flapping, objects)).toEqual([]);
  expect(dueOf(flapping, objects)).toBeNull();
});

it("cannot tell where nobody remembers", () => {
  expect(cannotTell(flapping, { entries: [failing], pasts: null })).toBe(true);
  expect(cannotTell(flapping, { entries: [anEntry({ gate: null })], pasts: null })).toBe(false);
});

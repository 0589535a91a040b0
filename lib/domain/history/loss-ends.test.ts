import { describe, expect, it } from "vitest";
import { acceptedLossLowersSize, type GroupMemberEvent, lossesWithEnds, wasHealthyWhenLeaving } from "./loss-ends";

const HOUR = 3_600_000;
const QUIET = 24 * HOUR;
const NOW = 100 * HOUR;

/** "-a" = a left, "+a" = a joined, "~a" = a planned leave of a, each with its hour. */
const events = (...told: readonly (readonly [hour: number, what: string])[]): GroupMemberEvent[] =>
  told.map(([hour, what]) => ({
    at: hour * HOUR,
    name: what.slice(1),
    kind: what[0] === "-" ? "left" : what[0] === "+" ? "joined" : "planned",
    wasHealthy: false,
  }));

describe("a lost machine", () => {
  it.each([
    ["counts without an event that ends it", events([99, "-a"]), [], ["a open"]],
    ["is replaced by the next machine that joins", events([90, "-a"], [91, "+b"]), [], ["a replaced 91"]],
    ["is replaced by a machine of its own name before a machine of another name", events([90, "-a"], [91, "-b"], [92, "+b"]), [], ["a open", "b replaced 92"]],
    ["is replaced in the order of the losses", events([90, "-a"], [91, "-b"], [92, "+c"]), [], ["a replaced 92", "b open"]],
    ["is not replaced by a machine that joined before", events([89, "+b"], [90, "-a"]), [], ["a open"]],
    ["counts again after a second loss of its name", events([90, "-a"], [91, "+a"], [92, "-a"]), [], ["a replaced 91", "a open"]],
    ["is not counted if it left as planned", events([90, "~a"]), [], []],
    ["ends when the expected size changes", events([90, "-a"]), [95], ["a size-changed 95"]],
    ["does not end by a change of the size before it", events([90, "-a"]), [89], ["a open"]],
    ["ends after a day in which no machine joins or leaves", events([70, "-a"]), [], ["a quiet 94"]],
    ["still counts if less than a day passed without another join or leave", events([76.1, "-a"]), [], ["a open"]],
    ["counts longer if other machines leave", events([60, "-a"], [80, "-b"]), [], ["a open", "b open"]],
    ["counts longer if other machines leave as planned", events([60, "-a"], [80, "~b"]), [], ["a open"]],
    ["ended a day after its loss, before a later event", events([40, "-a"], [70, "-b"], [80, "+c"]), [], ["a quiet 64", "b replaced 80"]],
    ["ended a day after its loss, before a later change of size", events([40, "-a"]), [70], ["a quiet 64"]],
  ] as const)("a lost machine: %s", (_claim, told, changes, expected) => {
    const found = lossesWithEnds(told, { sizeChanges: changes.map((hour) => hour * HOUR), accepted: [] }, NOW, QUIET);
    expect(found.map(({ name, end, endedAt }) => (end === null ? `${name} open` : `${name} ${end} ${(endedAt ?? 0) / HOUR}`))).toEqual(expected);
  });
});

it("a machine that left after its successor joined is replaced at once, so that the next machine replaces another one", () => {
  const [left, ...later] = events([90, "-a"], [91, "-b"], [92, "+c"]);
  const found = lossesWithEnds(left === undefined ? [] : [{ ...left, hadSuccessor: true }, ...later], { sizeChanges: [], accepted: [] }, NOW, QUIET);
  expect(found.map(({ name, end, endedAt }) => [name, end, (endedAt ?? 0) / HOUR])).toEqual([
    ["a", "replaced", 90],
    ["b", "replaced", 92],
  ]);
});

describe("a machine that left healthy a group which may shrink by itself", () => {
  const left = (hour: number, name: string, change: Partial<GroupMemberEvent>) => ({
    at: hour * HOUR,
    name,
    kind: "left" as const,
    wasHealthy: true,
    ...change,
  });
  const joined = (hour: number, name: string, hasLeastSize: boolean) => ({ at: hour * HOUR, name, kind: "joined" as const, wasHealthy: false, hasLeastSize });
  const ENOUGH = { hasLeastSize: true };
  it.each([
    ["is no loss while the group has its least size", [left(90, "a", ENOUGH)], [], ["a left-healthy 90"]],
    ["is lost if it was in trouble", [left(90, "a", { ...ENOUGH, wasHealthy: false })], [], ["a open"]],
    ["is lost if the group fell below its least size", [left(90, "a", {})], [], ["a open"]],
    ["is lost in an incident of several groups", [left(90, "a", { ...ENOUGH, inIncident: true })], [], ["a open"]],
    [
      "does not keep a later loss from being replaced",
      [left(90, "a", ENOUGH), left(91, "b", { wasHealthy: false }), joined(92, "c", true)],
      [],
      ["a left-healthy 90", "b replaced 92"],
    ],
    [
      "is replaced when the group has its least size again",
      [left(90, "a", {}), left(91, "b", {}), joined(92, "c", true)],
      [],
      ["a replaced 92", "b replaced 92"],
    ],
    ["is lost until then", [left(90, "a", {}), left(91, "b", {}), joined(92, "c", false)], [], ["a replaced 92", "b open"]],
    ["does not count any more when its size turns out to be enough", [left(90, "a", {})], [95], ["a size-changed 95"]],
    ["still counts then if it was in trouble", [left(90, "a", { wasHealthy: false })], [95], ["a open"]],
    ["still counts then in an incident of several groups", [left(90, "a", { ...ENOUGH, inIncident: true })], [95], ["a open"]],
  ] as const)("a machine that left healthy: %s", (_claim, told, enough, expected) => {
    const found = lossesWithEnds(told, { sizeChanges: [], accepted: [], enough: enough.map((hour) => hour * HOUR) }, NOW, QUIET);
    expect(found.map(({ name, end, endedAt }) => (end === null ? `${name} open` : `${name} ${end} ${(endedAt ?? 0) / HOUR}`))).toEqual(expected);
  });
});

describe("a loss that a user accepts", () => {
  const accept = (name: string, lostAt: number, at: number) => ({ name, lostAt: lostAt * HOUR, at: at * HOUR, by: "ann" });
  it.each([
    ["ends at the time of the acceptance, with the user", events([90, "-a"], [91, "-b"]), [], [accept("a", 90, 95)], ["a accepted 95 ann", "b open"]],
    [
      "is not replaced by the next machine that joins, so that another loss is",
      events([90, "-a"], [91, "-b"], [96, "+c"]),
      [],
      [accept("a", 90, 95)],
      ["a accepted 95 ann", "b replaced 96"],
    ],
    ["stays accepted if its machine comes back", events([90, "-a"], [96, "+a"]), [], [accept("a", 90, 95)], ["a accepted 95 ann"]],
    [
      "does not include the second loss of the same name",
      events([90, "-a"], [91, "+a"], [92, "-a"]),
      [],
      [accept("a", 92, 95)],
      ["a replaced 91", "a accepted 95 ann"],
    ],
    ["is not accepted after a machine replaced it", events([90, "-a"], [91, "+b"]), [], [accept("a", 90, 95)], ["a replaced 91"]],
    ["is not accepted after the expected size changed", events([90, "-a"]), [94], [accept("a", 90, 95)], ["a size-changed 94"]],
    ["stays accepted if the expected size changes later", events([90, "-a"]), [96], [accept("a", 90, 95)], ["a accepted 95 ann"]],
    ["is not accepted after a quiet day", events([70, "-a"]), [], [accept("a", 70, 95)], ["a quiet 94"]],
    ["does not prolong other losses", events([60, "-a"], [61, "-b"]), [], [accept("a", 60, 70)], ["a accepted 70 ann", "b quiet 85"]],
    ["changes nothing if the history does not contain the loss", events([90, "-a"]), [], [accept("a", 89, 95), accept("z", 90, 95)], ["a open"]],
  ] as const)("a loss that a user accepts: %s", (_claim, told, changes, accepted, expected) => {
    const found = lossesWithEnds(told, { sizeChanges: changes.map((hour) => hour * HOUR), accepted }, NOW, QUIET);
    const shown = found.map(({ name, end, endedAt, by }) => [name, ...(end === null ? ["open"] : [end, (endedAt ?? 0) / HOUR]), ...(by ? [by] : [])].join(" "));
    expect(shown).toEqual(expected);
  });
});

describe("an accepted loss lowers the expected size", () => {
  const loss = { name: "a", lostAt: 90, at: 95, by: "ann" };
  it.each([
    ["if the size was declared before", 80, undefined, true],
    ["if the group fell below its learned size with this loss", 0, 90, true],
    ["if the group fell below its learned size before", 0, 89, true],
    ["until the size is declared again", 96, undefined, false],
    ["until the group has its learned size again", 0, 91, false],
  ] as const)("an accepted loss lowers the expected size: %s", (_claim, setAt, fellAt, expected) => {
    expect(acceptedLossLowersSize(loss, setAt, fellAt)).toBe(expected);
  });
});

describe("wasHealthyWhenLeaving", () => {
  const step = (at: number, from: string, to: string) => ({ at, from, to });
  it.each([
    ["is true for a healthy machine", "healthy", [], true],
    ["is true for a machine without health checks", "unchecked", [], true],
    ["is false for an unhealthy machine", "unhealthy", [step(1, "healthy", "unhealthy")], false],
    ["is false for an unverified machine", "unverified", [step(1, "healthy", "unverified")], false],
    ["is true for a machine that was healthy before its connection ended", "reconnecting", [step(1, "healthy", "reconnecting")], true],
    [
      "is false for a machine that was unhealthy before its connection ended",
      "reconnecting",
      [step(1, "healthy", "unhealthy"), step(2, "unhealthy", "reconnecting")],
      false,
    ],
    [
      "is true for a machine that istiod deleted after the grace period",
      "disconnected",
      [step(1, "healthy", "reconnecting"), step(9_000, "reconnecting", "disconnected")],
      true,
    ],
    [
      "is false for a machine that was disconnected for longer than istiod's deletion takes",
      "disconnected",
      [step(1, "healthy", "reconnecting"), step(4_000, "reconnecting", "disconnected")],
      false,
    ],
    ["is false for a machine that was first seen without a connection", "reconnecting", [], false],
  ] as const)("leaving in no trouble: %s", (_claim, state, steps, healthy) => {
    expect(wasHealthyWhenLeaving(state, steps, 10_000)).toBe(healthy);
  });
});

import { describe, expect, it } from "vitest";
import { leftHealthy, lossEnds, type MemberEvent } from "./loss-ends";

const HOUR = 3_600_000;
const QUIET = 24 * HOUR;
const NOW = 100 * HOUR;

/** "-a" = a left, "+a" = a joined, "~a" = a left as planned, each with its hour. */
const events = (...told: readonly (readonly [hour: number, what: string])[]): MemberEvent[] =>
  told.map(([hour, what]) => ({
    at: hour * HOUR,
    name: what.slice(1),
    kind: what[0] === "-" ? "left" : what[0] === "+" ? "joined" : "planned",
    wasHealthy: false,
  }));

describe("a lost machine", () => {
  it.each([
    ["counts until something ends it", events([99, "-a"]), [], ["a open"]],
    ["is replaced by the next machine that joins", events([90, "-a"], [91, "+b"]), [], ["a replaced 91"]],
    ["is replaced by its own name before another", events([90, "-a"], [91, "-b"], [92, "+b"]), [], ["a open", "b replaced 92"]],
    ["is replaced in the order of the losses", events([90, "-a"], [91, "-b"], [92, "+c"]), [], ["a replaced 92", "b open"]],
    ["is not replaced by a machine that joined before", events([89, "+b"], [90, "-a"]), [], ["a open"]],
    ["counts twice after a second loss of its name", events([90, "-a"], [91, "+a"], [92, "-a"]), [], ["a replaced 91", "a open"]],
    ["is no loss as planned", events([90, "~a"]), [], []],
    ["ends with a changed size", events([90, "-a"]), [95], ["a size-changed 95"]],
    ["does not end with a change before it", events([90, "-a"]), [89], ["a open"]],
    ["ends after a day without another event", events([70, "-a"]), [], ["a quiet 94"]],
    ["still counts a moment before that", events([76.1, "-a"]), [], ["a open"]],
    ["counts longer if other machines leave", events([60, "-a"], [80, "-b"]), [], ["a open", "b open"]],
    ["counts longer if other machines leave as planned", events([60, "-a"], [80, "~b"]), [], ["a open"]],
    ["ended before an event that came too late", events([40, "-a"], [70, "-b"], [80, "+c"]), [], ["a quiet 64", "b replaced 80"]],
    ["ended before a change that came too late", events([40, "-a"]), [70], ["a quiet 64"]],
  ] as const)("%s", (_claim, told, changes, expected) => {
    const found = lossEnds(
      told,
      changes.map((hour) => hour * HOUR),
      NOW,
      QUIET,
    );
    expect(found.map(({ name, end, endedAt }) => (end === null ? `${name} open` : `${name} ${end} ${(endedAt ?? 0) / HOUR}`))).toEqual(expected);
  });
});

describe("a machine that left", () => {
  const step = (at: number, from: string, to: string) => ({ at, from, to });
  it.each([
    ["was healthy", "healthy", [], true],
    ["was not checked", "unchecked", [], true],
    ["was unhealthy", "unhealthy", [step(1, "healthy", "unhealthy")], false],
    ["was unverified", "unverified", [step(1, "healthy", "unverified")], false],
    ["was healthy before its connection ended", "reconnecting", [step(1, "healthy", "reconnecting")], true],
    ["was unhealthy before its connection ended", "reconnecting", [step(1, "healthy", "unhealthy"), step(2, "unhealthy", "reconnecting")], false],
    ["was deleted by istiod after the grace period", "disconnected", [step(1, "healthy", "reconnecting"), step(9_000, "reconnecting", "disconnected")], true],
    ["was disconnected for longer", "disconnected", [step(1, "healthy", "reconnecting"), step(4_000, "reconnecting", "disconnected")], false],
    ["was first seen without a connection", "reconnecting", [], false],
  ] as const)("%s", (_claim, state, steps, healthy) => {
    expect(leftHealthy(state, steps, 10_000)).toBe(healthy);
  });
});

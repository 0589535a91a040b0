import { describe, expect, it } from "vitest";
import type { LossMoment, TimeRange } from "@/lib/domain/what-if/leaving";
import { betweenPhrase, deadServed, type LeavingInput, leavingLines, spanPhrase } from "./moment-words";

const MINUTE = 60_000;
const GRACE: TimeRange = { from: 20_000, to: 50_000 };
const AGE: TimeRange = { from: 12 * MINUTE, to: 47 * MINUTE };
const NOBODY: LeavingInput = { grace: 0, age: 0, withReplica: 0, never: 0, unknown: 0 };

describe("when a moment is", () => {
  it.each<[LossMoment, TimeRange | null, string]>([
    ["at-once", null, "the dead are all listed"],
    ["after-grace", GRACE, "after 50 s"],
    ["after-grace", null, ""],
    ["after-age", AGE, "after 12 to 47 min"],
    ["after-age", null, "nobody waits for it"],
  ])("%s %o", (moment, span, phrase) => {
    expect(spanPhrase(moment, span)).toBe(phrase);
  });

  it("is one number where the first and the last go together", () => {
    expect([betweenPhrase({ from: 46 * MINUTE, to: 46 * MINUTE + 20_000 }), betweenPhrase(GRACE)]).toEqual(["46 min", "20 to 50 s"]);
  });
});

it("gives the least number of dead endpoints if lost Pods are not visible", () => {
  expect([deadServed(174, false), deadServed(174, true)]).toEqual(["174 dead still served", "at least 174 dead still served"]);
});

describe("how the dead leave", () => {
  it.each<[string, Partial<LeavingInput>, readonly string[]]>([
    ["nobody is dead", {}, []],
    ["their replica lives", { grace: 138 }, ["138 machines leave within 50 s: a replica that lives notices that the connection is dead."]],
    [
      "their replica dies too",
      { age: 12, withReplica: 12 },
      ["12 machines die together with the istiod replica that holds them: Healthy and listed for 12 to 47 min more, until a sweep."],
    ],
    [
      "one of them",
      { age: 1, withReplica: 1 },
      ["1 machine dies together with the istiod replica that holds it: Healthy and listed for 12 to 47 min more, until a sweep."],
    ],
    ["their replica was gone before", { age: 2 }, ["2 machines have lost their replica before, and go with the sweep."]],
    ["never", { never: 1 }, ["1 machine never leaves by itself: a static entry, or one that nothing takes out."]],
    ["never, several", { never: 3 }, ["3 machines never leave by themselves: static entries, or such as nothing takes out."]],
    ["nobody can tell", { unknown: 2 }, ["Of 2 machines nobody can tell when they leave: the place of the replica, or its settings, are not visible."]],
  ])("%s", (_, leaving, sentences) => {
    expect(leavingLines({ ...NOBODY, ...leaving }, { grace: GRACE, age: AGE }).map(({ text }) => text)).toEqual(sentences);
  });
});

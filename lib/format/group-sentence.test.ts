import { describe, expect, it } from "vitest";
import { type GroupLinePart, groupTrouble } from "@/lib/domain/statements/group";
import { aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { groupLineText, groupTroubleText } from "./group-sentence";
import type { Tense } from "./text/tense";

type Row = Parameters<typeof aGroupRow>[0];
const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: ROWS_NOW };
const minute = 60_000;
const hour = 60 * minute;
const bare: Row = { common: [], message: "", since: ROWS_NOW - 2 * minute, rise: { count: 0, total: 0 } };
const declared = (counts: Parameters<typeof aRollUp>[0], expected: number) => aRollUp(counts, { expected, expectedFrom: "declared" });
const six: Row = { ...bare, rollUp: declared({ unhealthy: 6, healthy: 34 }, 40) };
const text = (row: Row, tense: Tense = live, now: number | null = ROWS_NOW) => groupTroubleText(groupTrouble(aGroupRow(row)), tense, now);

describe("groupTroubleText", () => {
  const cases: readonly [text: string, row: Row][] = [
    ["2 unhealthy machines, both in zone eu-central-1a: readiness probe failed: HTTP 503.", {}],
    ["2 unverified machines. 4 expected machines are missing.", { ...bare, rollUp: declared({ unverified: 2, healthy: 18 }, 24) }],
    ["1 expected machine is missing.", { ...bare, rollUp: declared({ healthy: 3 }, 4) }],
    ["2 expected machines of the learned 40 are missing.", { ...bare, rollUp: aRollUp({ healthy: 38 }, { expected: 40, expectedFrom: "learned" }) }],
    ["Two machines were lost. 1 expected machine is missing.", { ...bare, rollUp: declared({ healthy: 37 }, 40), missing: 1, lost: 2 }],
    ["One machine was lost.", { ...bare, rollUp: aRollUp({ healthy: 3 }), missing: 0, lost: 1 }],
    ["", { ...bare, rollUp: aRollUp({ healthy: 4 }) }],
    ["6 unhealthy machines, 4 of them for 2 min.", { ...six, rise: { count: 4, total: 6 } }],
    ["6 unhealthy machines.", { ...six, rise: { count: 6, total: 6 } }],
    [
      "1 unhealthy machine. 5 expected machines are missing. Of the 6 that do not serve, 5 for 2 min.",
      { ...six, rollUp: declared({ unhealthy: 1, healthy: 34 }, 40), rise: { count: 5, total: 6 } },
    ],
    [
      "8 machines do not serve: 6 starting and 2 draining.",
      { ...bare, rollUp: declared({ draining: 2, awaiting: 6, healthy: 2 }, 10), rise: { count: 8, total: 8 } },
    ],
    ["", { ...bare, rollUp: declared({ awaiting: 2, healthy: 10 }, 10) }],
  ];
  it.each(cases)("returns the sentence: %s", (words, row) => {
    expect(text(row)).toBe(words);
  });

  it.each([
    ["There were 6 unhealthy machines, 4 of them for 2 min.", { ...six, rise: { count: 4, total: 6 } }],
    ["There was 1 unverified machine.", { ...bare, rollUp: aRollUp({ unverified: 1 }) }],
    ["4 expected machines were missing.", { ...bare, rollUp: declared({ healthy: 18 }, 22) }],
    ["1 machine did not serve: 1 draining.", { ...bare, rollUp: declared({ draining: 1, healthy: 9 }, 10) }],
  ])("uses the past tense, and the ages of that moment, if the page is not live: %s", (words, row) => {
    expect(text(row, past, ROWS_NOW + 10 * minute)).toBe(words);
  });

  it("leaves out the age of the latest rise if its time is unknown", () => {
    expect(text({ ...six, rise: { count: 4, total: 6 } }, live, null)).toBe("6 unhealthy machines.");
  });
});

describe("the parts of the line below a group's headline", () => {
  it.each<readonly [string, GroupLinePart]>([
    ["suddenly, 5 of 6 machines within 2 s", { kind: "group-pace", pace: "sudden", count: 5, total: 6, lastedMs: 2_000, tone: null }],
    ["entries that belong to no group", { kind: "group-object", status: "outside", problem: null, tone: null }],
    [
      "no WorkloadGroup of this name can be seen: it was deleted, or never was, or is not visible to you",
      { kind: "group-object", status: "absent", problem: null, tone: "blind" },
    ],
    ["the group cannot be read: spec.probe is a list", { kind: "group-object", status: "unreadable", problem: "spec.probe is a list", tone: "bad" }],
    ["HTTP 503", { kind: "group-message", message: "HTTP 503", tone: null }],
    ["expected 1,040 is declared on the group", { kind: "expected-size", expected: 1040, source: "declared", text: null, heldMs: null, tone: null }],
    ["the declared size is 10–60", { kind: "expected-size", expected: 10, most: 60, source: "range", text: null, heldMs: null, tone: null }],
    ["the size goes up and down: at least 10 are expected", { kind: "expected-size", expected: 10, source: "elastic", text: null, heldMs: null, tone: null }],
    ["4 of 10 arrived", { kind: "machines-arrived", count: 4, expected: 10, tone: null }],
    ["expected 40 is learned: the level that it held", { kind: "expected-size", expected: 40, source: "learned", text: null, heldMs: null, tone: null }],
    ["expected 40 is learned: the level held for 4 h", { kind: "expected-size", expected: 40, source: "learned", text: null, heldMs: 4 * hour, tone: null }],
    [
      'the declared size "many" is neither a whole number nor a range',
      { kind: "expected-size", expected: null, source: "unreadable", text: "many", heldMs: null, tone: "warn" },
    ],
    [
      "no expected size is declared (annotation stolos.dev/expected-size)",
      { kind: "expected-size", expected: null, source: "unknown", text: null, heldMs: null, tone: null },
    ],
    ["2 unverified machines", { kind: "machines-unverified", count: 2, tone: "blind" }],
    ["3 more registered than expected", { kind: "machines-above-expected", count: 3, tone: null }],
  ])("read: %s", (words, part) => {
    expect(groupLineText(part)).toBe(words);
  });
});

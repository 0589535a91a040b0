import { expect, it } from "vitest";
import { summaryMoment } from "./summary-moment";

const NOW = Date.UTC(2026, 10, 24, 4, 16, 12);
const AS_OF = NOW - 45_000;

it("a summary of a live page is of now, one of a page of the past of its moment", () => {
  expect(summaryMoment({ kind: "live", asOf: AS_OF }, NOW)).toEqual({ at: NOW, tense: { past: false }, isConfirmed: true });
  const notVerified = { source: "nodes", namespace: "*" };
  expect(summaryMoment({ kind: "live", asOf: AS_OF, notVerified }, NOW)).toMatchObject({ isConfirmed: true, notVerified });
  expect(summaryMoment({ kind: "past", asOf: AS_OF, reason: "" }, NOW)).toEqual({ at: AS_OF, tense: { past: false }, isConfirmed: true });
});

it.each(["stale", "catching-up", "denied"] as const)("a summary of a page that is %s is of what was last known, in the past tense", (kind) => {
  expect(summaryMoment({ kind, asOf: AS_OF, reason: "" }, NOW)).toEqual({
    at: AS_OF,
    tense: { past: true, at: "at 04:15:27", moment: AS_OF },
    isConfirmed: false,
  });
});

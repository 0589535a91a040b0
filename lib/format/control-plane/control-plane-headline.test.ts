import { expect, it } from "vitest";
import { type ControlPlaneInput, controlPlaneHeadline, controlPlaneLine } from "./control-plane-headline";

const LIVE = { past: false } as const;
const THEN = { past: true, at: "at 04:16:12", moment: 0 } as const;
const cluster = (change: Partial<ControlPlaneInput> = {}): ControlPlaneInput => ({
  ...{ managed: 1_028, held: 1_028, overdue: 0, ghosts: 0, leaked: 0, reconnecting: 0, disconnected: 0 },
  replicas: { kind: "known", running: 3 },
  revisions: [{ revision: "1-31", held: 1_028, fullest: { name: "istiod-a", held: 400, isUneven: false } }],
  rate: { began: 10, expected: 12, kind: "expected" },
  ...change,
});

function headline(clusters: readonly ControlPlaneInput[], tense: Parameters<typeof controlPlaneHeadline>[1] = LIVE): string {
  const { strong, of, rest, trouble } = controlPlaneHeadline(clusters, tense);
  return [strong, of, rest, ...trouble.map(({ text }) => text)].filter((part) => part !== "").join(" ");
}

it.each<[Partial<ControlPlaneInput>, string]>([
  [{}, "1,028 of 1,028 machines are connected to 3 replicas of istiod."],
  [{ held: 1_019, disconnected: 9 }, "1,019 of 1,028 machines are connected to 3 replicas of istiod. Nine are disconnected."],
  [{ held: 1_026, ghosts: 1, leaked: 1 }, "1,026 of 1,028 machines are connected to 3 replicas of istiod. Two that look connected are unverified."],
  [{ managed: 1, held: 1, replicas: { kind: "known", running: 1 } }, "1 of 1 machine is connected to 1 replica of istiod."],
  [{ replicas: { kind: "denied", running: 0 } }, "1,028 of 1,028 machines look connected. This is unverified without istiod's replicas."],
  [{ held: 1_019, disconnected: 9, replicas: { kind: "denied", running: 0 } }, "1,019 of 1,028 machines look connected. Nine are disconnected."],
  [{ managed: 0, held: 0 }, "No machine is held by istiod."],
])("%j", (change, words) => {
  expect(headline([cluster(change)])).toBe(words);
});

it("of several clusters adds up, and speaks of the past as the past", () => {
  expect(headline([cluster(), cluster({ managed: 2, held: 1, disconnected: 1 })], THEN)).toBe(
    "1,029 of 1,030 machines were connected to 6 replicas of istiod at 04:16:12. One was disconnected.",
  );
});

it.each<[Partial<ControlPlaneInput>, readonly string[]]>([
  [{}, ["revision 1-31"]],
  [
    { reconnecting: 1, ghosts: 2, leaked: 1, overdue: 3 },
    [
      "revision 1-31",
      "1 machine reconnects",
      "2 machines name a replica that does not hold them",
      "1 machine with a connection that is older than any can be",
      "3 machines overdue",
    ],
  ],
  [
    { revisions: [{ revision: "1-31", held: 100, fullest: { name: "istiod-a", held: 61, isUneven: true } }] },
    ["revision 1-31", "istiod-a holds 61 % of revision 1-31"],
  ],
  [{ rate: { began: 400, expected: 100, kind: "more" } }, ["revision 1-31", "400 connections began just now, 4 times as many as of a fleet at rest"]],
  [{ revisions: [], replicas: { kind: "denied", running: 0 } }, ["istiod's replicas are not visible"]],
])("the second line of %j", (change, parts) => {
  expect(controlPlaneLine([cluster(change)], LIVE).map(({ text }) => text)).toEqual(parts);
});

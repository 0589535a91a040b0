import { describe, expect, it } from "vitest";
import type { ClusterWithoutData } from "@/lib/domain/statements/clusters-in-total";
import { fleetHeadline } from "./fleet-sentence";
import { connectedText, inReached, lastSeenGroups, notKnownSentence, notReachedSentence } from "./reached-clusters";
import type { Tense } from "./text/tense";

const NOW = Date.UTC(2026, 10, 21, 4, 16, 12);
const CONTEXT = { now: NOW, zone: "utc" } as const;
const lost: ClusterWithoutData = { kind: "cluster-not-reached", cluster: "ap-1", why: "lost", since: Date.UTC(2026, 10, 21, 3, 50, 0) };
const PAST: Tense = { past: true, at: "when last seen", moment: null };

describe("the sentence of a total", () => {
  const text = (unverified: number, reached: readonly string[], tense: Tense = { past: false }) => {
    const serving = { kind: "fleet-serving", serving: 802, total: 804, basis: "expected", registered: 804, unverified } as const;
    const { strong, of, rest } = inReached(fleetHeadline(serving, tense), reached);
    return [strong, of, rest].join(" ");
  };

  it.each([
    ["names the clusters that it counts", text(0, ["eu-1", "us-1"]), "802 of 804 machines are serving in eu-1 and us-1."],
    ["names them if most machines are unverified", text(700, ["eu-1"]), "700 of 804 machines are unverified in eu-1."],
    ["names them after the moment", text(0, ["eu-1"], PAST), "802 of 804 machines were serving when last seen in eu-1."],
    ["counts names beyond four", text(0, ["a", "b", "c", "d", "e", "f"]), "802 of 804 machines are serving in a, b, c, d and 2 more clusters."],
    ["names none if it counts all", text(0, []), "802 of 804 machines are serving."],
  ])("%s", (_, sentence, expected) => {
    expect(sentence).toBe(expected);
  });
});

it.each([
  ["ap-1 is not reached since 03:50:00.", lost],
  ["ap-1 is not reached.", { ...lost, since: null }],
  ["ap-1 is not read yet.", { ...lost, why: "starting", since: null }],
  ["Stolos may not read machines in ap-1.", { ...lost, why: "denied", since: null }],
] as const)("a cluster without current data reads: %s", (text, statement) => {
  expect(notReachedSentence(statement, CONTEXT)).toBe(text);
});

it.each([
  ["ap-1 was not known since 03:50:00.", lost],
  ["ap-1 was not known.", { ...lost, since: null }],
  ["Stolos was not allowed to read machines in ap-1.", { ...lost, why: "denied", since: null }],
] as const)("a cluster without data at a moment of the past reads: %s", (text, statement) => {
  expect(notKnownSentence(statement, CONTEXT)).toBe(text);
});

it.each([
  [1, ["ap-1"], "The last group is in ap-1, as last seen."],
  [3, ["ap-1", "ap-2"], "The last 3 groups are in ap-1 and ap-2, as last seen."],
])("counts %i rows that are not current", (count, clusters, text) => {
  expect(lastSeenGroups(count, clusters)).toBe(text);
});

it.each([
  ["", [], null],
  ["prod-eu is connected.", ["prod-eu"], null],
  ["eu-1 and us-1 are connected, and istiod is ready.", ["eu-1", "us-1"], { pods: 4, ready: 3 }],
  ["prod-eu is connected, but no istiod replica is ready.", ["prod-eu"], { pods: 1, ready: 0 }],
])("reads %j for connected clusters", (text, clusters, istiod) => {
  expect(connectedText(clusters, istiod)).toBe(text);
});

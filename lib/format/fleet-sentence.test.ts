import { describe, expect, it } from "vitest";
import { aFleetHead, aGroupRow, aRollUp } from "@/lib/testing/rows";
import { fleetSentence } from "./fleet-sentence";
import type { Tense } from "./tense";

const live: Tense = { past: false };
const past: Tense = { past: true, at: "at 04:16:12", moment: 0 };
const unknown = aFleetHead({ rollUp: aRollUp({ healthy: 4 }), groups: 2, groupsWithoutExpected: 2, groupsInTrouble: 0, servingOfExpected: 0 });
const spoken = ({ strong, rest }: { strong: string; rest: string }) => `${strong} ${rest}`;
const texts = (head: Parameters<typeof fleetSentence>[0]) => fleetSentence(head, null, live).line.map(({ text }) => text);

describe("the first line of the fleet", () => {
  it.each([
    ["910 of 924 expected machines serve; 2 more are in doubt.", aFleetHead(), live],
    ["910 of 924 expected machines served at 04:16:12; 2 more were in doubt.", aFleetHead(), past],
    ["922 of 924 expected machines serve.", aFleetHead({ rollUp: aRollUp({ unhealthy: 2, healthy: 922 }, { expected: 924 }), servingOfExpected: 922 }), live],
    ["4 serving.", unknown, live],
    ["4 served at 04:16:12.", unknown, past],
    ["No machine is registered.", aFleetHead({ rollUp: aRollUp({}) }), live],
    ["0 of 1 expected machine serves.", aFleetHead({ rollUp: aRollUp({ unhealthy: 1 }, { expected: 1 }), servingOfExpected: 0 }), live],
  ] as const)("%s", (words, head, tense) => {
    expect(spoken(fleetSentence(head, null, tense).headline)).toBe(words);
  });

  it("counts only machines of groups that have an expected size against it", () => {
    const head = aFleetHead({ rollUp: aRollUp({ healthy: 30 }, { expected: 20 }), servingOfExpected: 19, groupsWithoutExpected: 3 });
    expect(spoken(fleetSentence(head, null, live).headline)).toBe("19 of 20 expected machines serve.");
    expect(texts(head)).toContain("3 groups without an expected size, 30 machines serving in all");
  });
});

describe("the trouble in it", () => {
  it.each([
    ["lacks 2 expected machines.", aRollUp({ healthy: 32 }), live],
    ["lacked 2 expected machines.", aRollUp({ healthy: 32 }), past],
    ["has 1 unhealthy machine, and lacks 2 expected machines.", aRollUp({ unhealthy: 1, healthy: 31 }), live],
  ] as const)("names the worst group where machines are missing only, or too: %s", (words, rollUp, tense) => {
    const worst = aGroupRow({ rollUp: { ...rollUp, expected: rollUp.total + 2 } });
    expect(fleetSentence(aFleetHead(), worst, tense).trouble?.words).toBe(words);
  });

  it("names the worst group, its states worst first, and what they share", () => {
    const worst = aGroupRow({ rollUp: aRollUp({ disconnected: 6, unhealthy: 2, healthy: 32 }), common: ["zone eu-central-1a", "replica istiod-a"] });
    expect(fleetSentence(aFleetHead(), worst, live).trouble).toEqual({
      tone: "bad",
      isCommon: false,
      who: "checkout",
      words: "has 2 unhealthy and 6 disconnected machines, all in zone eu-central-1a and held by replica istiod-a.",
    });
    expect(fleetSentence(aFleetHead(), worst, past).trouble?.words).toMatch(/^had /);
  });

  it("has words for machines outside any group, and for one alone", () => {
    const worst = aGroupRow({ name: "", rollUp: aRollUp({ overdue: 1 }), common: ["zone a"] });
    expect(fleetSentence(aFleetHead(), worst, live).trouble).toMatchObject({ who: "shop, outside any group,", words: "has 1 overdue machine." });
  });

  it("is silent where nothing is wrong", () => {
    expect(fleetSentence(aFleetHead(), null, live).trouble).toBeNull();
    expect(fleetSentence(aFleetHead(), aGroupRow({ rollUp: aRollUp({ draining: 3, healthy: 1 }) }), live).trouble).toBeNull();
  });
});

describe("the second line", () => {
  it("tells groups, replicas, sizes, trouble and doubt", () => {
    expect(texts(aFleetHead())).toEqual([
      "25 groups in 6 namespaces",
      "3 istiod replicas hold 864 connections",
      "expected sizes are declared",
      "4 groups in trouble",
      "2 machines that nobody can vouch for",
    ]);
  });

  it("says what comes and goes last, so that nothing before it moves", () => {
    const calm = texts(aFleetHead({ groupsInTrouble: 0, groupsInDoubt: 0, rollUp: aRollUp({ healthy: 25 }) }));
    const troubled = texts(aFleetHead({ groupsInTrouble: 3, groupsInDoubt: 1, rollUp: aRollUp({ healthy: 25, reconnecting: 1 }) }));
    expect(troubled.slice(0, calm.length)).toEqual(calm);
    expect(troubled.slice(calm.length)).toEqual(["2 groups in trouble", "1 group in doubt or reconnecting", "1 machine reconnecting"]);
  });

  it("says that replicas are not visible instead of counting none", () => {
    const { line } = fleetSentence(aFleetHead({ replicas: { kind: "denied", running: 0, source: "list pods" } }), null, live);
    expect(line).toContainEqual({ text: "864 connections, held by istiod replicas that are not visible", tone: "blind" });
  });

  it.each([
    ["expected sizes are declared", { groupsLearned: 0 }],
    ["expected sizes: 20 declared, 5 learned", { groupsLearned: 5 }],
    ["expected sizes: 17 declared, 5 learned", { groupsLearned: 5, groupsWithoutExpected: 3 }],
    ["expected sizes are learned", { groupsLearned: 22, groupsWithoutExpected: 3 }],
    ["the expected size is learned", { groups: 1, groupsLearned: 1 }],
    ["the expected size is declared", { groups: 4, groupsWithoutExpected: 3 }],
  ])("says who expects so many: %s", (words, change) => {
    expect(texts(aFleetHead(change))).toContain(words);
  });

  it("says nothing of sizes that nobody knows", () => {
    expect(texts(unknown).filter((text) => /declared|learned/.test(text))).toEqual([]);
  });

  it("says that no group has an expected size", () => {
    expect(texts(unknown)).toContain("no group has an expected size");
  });
});

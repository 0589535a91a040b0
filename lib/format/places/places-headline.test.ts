import { describe, expect, it } from "vitest";
import type { LocalitiesCounts, SingleZoneCounts } from "@/lib/domain/statements/localities";
import type { Tense } from "@/lib/format/text/tense";
import { placesHeadline, placesLine } from "./places-headline";

const NOW: Tense = { past: false };
const THEN: Tense = { past: true, at: "at 04:16:12", moment: 0 };
const concentration = { kind: "concentrated", region: "eu-central-1", zone: "eu-central-1a", share: 0.31, threshold: 0.3, zones: 8 } as const;
const places = (change: Partial<LocalitiesCounts> = {}): LocalitiesCounts => ({
  ...{ machines: 1_028, pods: 212, regions: 4, zones: 8, withoutZone: 0, odd: 0, podsUnseen: 0, placesUnseen: 0, concentration },
  ...change,
});

describe("the sentence of the map", () => {
  it.each<[string, LocalitiesCounts, SingleZoneCounts | null, Tense]>([
    ["eu-central-1a carries 31 % of the weight. Four groups and two hosts are in one zone only.", places(), { groups: 4, hosts: 2 }, NOW],
    ["eu-central-1a carried 31 % of the weight at 04:16:12. One group was in one zone only.", places(), { groups: 1, hosts: 0 }, THEN],
    ["eu-central-1a carries 31 % of the weight. One host is in one zone only.", places(), { groups: 0, hosts: 1 }, NOW],
    ["8 zones share the weight: eu-central-1a carries most, 14 %.", places({ concentration: { ...concentration, kind: "spread", share: 0.14 } }), null, NOW],
    [
      "eu-central-1a carries all the weight.",
      places({ concentration: { ...concentration, kind: "single", share: 1, zones: 1 } }),
      { groups: 0, hosts: 0 },
      NOW,
    ],
    ["eu/fra carries 60 % of the weight.", places({ concentration: { ...concentration, region: "eu", zone: "fra", share: 0.6 } }), null, NOW],
    ["No machine that says its zone is healthy.", places({ concentration: null }), null, NOW],
    ["No machine is in sight.", places({ concentration: null, machines: 0 }), null, NOW],
    ["No machine was known at 04:16:12.", places({ concentration: null, machines: 0 }), null, THEN],
  ])("%s", (words, input, single, tense) => {
    const { strong, rest, more } = placesHeadline(input, single, tense);
    expect([strong, rest, more].filter((part) => part !== "").join(" ")).toBe(words);
  });
});

describe("the second line of the map", () => {
  it.each<[LocalitiesCounts, Tense, string]>([
    [places(), NOW, "1,028 registered machines and 212 pods in 4 regions and 8 zones · much for one zone of 8 is 30 %"],
    [places({ pods: 0, regions: 0, zones: 0, concentration: null }), NOW, "1,028 registered machines"],
    [
      places({ withoutZone: 15, odd: 2, concentration: null }),
      NOW,
      "1,028 registered machines and 212 pods in 4 regions and 8 zones · 15 machines say no zone · 2 machines wrote a fourth part, which Istio drops",
    ],
    [places({ withoutZone: 1, concentration: null }), THEN, "1,028 registered machines and 212 pods in 4 regions and 8 zones · 1 machine said no zone"],
    [
      places({ pods: 4, podsUnseen: 3, placesUnseen: 4, concentration: null }),
      NOW,
      "1,028 registered machines and 4 pods in 4 regions and 8 zones · pods are not visible for 3 hosts · where 4 pods are is not visible",
    ],
    [places({ pods: 0, podsUnseen: 1, concentration: null }), THEN, "1,028 registered machines in 4 regions and 8 zones · pods were not known for 1 host"],
  ])("%j", (input, tense, words) => {
    expect(
      placesLine(input, tense)
        .map(({ text }) => text)
        .join(" · "),
    ).toBe(words);
  });

  it("what cannot be seen has the tone of not knowing, what is odd that of a warning", () => {
    const tones = placesLine(places({ withoutZone: 1, placesUnseen: 1 }), NOW).map(({ tone }) => tone);
    expect(tones).toEqual([null, null, "warn", "blind"]);
  });
});

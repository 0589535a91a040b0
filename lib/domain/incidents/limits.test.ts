import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { INCIDENT_LIMITS, nextDecisionMoment } from "./limits";

/** Limits of the comparison of traits and of watches. Users see no effect of a single one. */
const INTERNAL = [
  ...["tickMs", "serviceDelayMs", "startMs", "rollingTraitShare", "rollingTraitCount", "rollingPauseMs", "farAbove"],
  ...["chanceOfAll", "chanceOfSome", "chanceOfNoise", "chanceOfTraitNoise", "noiseMs", "noiseCount"],
  ...["causeBits", "joinBits", "equalBits", "wholeClusterShare", "wholeClusterGroups"],
];

/** A limit as the table writes it: "24 h", "20 %", "4,000". */
function documentedValue(key: string, value: unknown): string {
  if (typeof value !== "number") return "";
  if (key.endsWith("Share")) return `${value * 100} %`;
  if (!key.endsWith("Ms")) return value.toLocaleString("en");
  const [unit, ms] = (
    [
      ["h", 3_600_000],
      ["min", 60_000],
      ["s", 1_000],
    ] as const
  ).find(([, length]) => value >= length) ?? ["ms", 1];
  return `${value / ms} ${unit}`;
}

it("the table of docs/incidents.md has every limit whose effect users see", () => {
  const rows = readFileSync("docs/incidents.md", "utf8").matchAll(/^\| [^|]+\| ([^|]+?) +\| `(\w+)` +\|$/gm);
  const documented = Array.from(rows, ([, value = "", key = ""]) => [key, value] as const);
  const limits = Object.entries(INCIDENT_LIMITS).filter(([key]) => !INTERNAL.includes(key));
  expect(new Map(documented)).toEqual(new Map(limits.map(([key, value]) => [key, documentedValue(key, value)])));
  expect(documented).toHaveLength(limits.length);
});

it("decisions fall on whole seconds", () => {
  expect([0, 1, 999, 1_000, 1_001].map(nextDecisionMoment)).toEqual([0, 1_000, 1_000, 1_000, 2_000]);
});

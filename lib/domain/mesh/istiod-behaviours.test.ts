import { describe, expect, it } from "vitest";
import {
  type BehaviourSpan,
  compareVersions,
  hasBehaviour,
  hasBehaviourAssumingNewest,
  hasBehaviourInVersions,
  ISTIOD_BEHAVIOURS,
  type IstiodBehaviour,
  NEWEST_READ_RELEASE,
  possibleMeshVariants,
  releaseSortKey,
} from "./istiod-behaviours";

const NAMES = Object.keys(ISTIOD_BEHAVIOURS) as IstiodBehaviour[];
const spansOf = (name: IstiodBehaviour): readonly BehaviourSpan[] => ISTIOD_BEHAVIOURS[name];

describe("the table of behaviours", () => {
  it.each(NAMES)("the table of behaviours: %s: spans follow each other without a gap, change at each border, and cite a source", (name) => {
    const spans = spansOf(name);
    expect(spans.length).toBeGreaterThan(1);
    for (const [at, { from, until, does, source }] of spans.entries()) {
      const next = spans[at + 1];
      expect(until).toBe(next?.from ?? null);
      if (next !== undefined && next.from !== "1.32.0" && next.from !== "1.31.0") expect(next.does).toBe(!does);
      if (until !== null) expect(releaseSortKey(from)).toBeLessThan(releaseSortKey(until));
      expect(source).toMatch(/release|istio#|pilot\/|[0-9a-f]{11}/);
    }
  });
});

type Case = readonly [version: string | null, outcome: boolean | null];

const YES_FROM_1_31: readonly Case[] = [
  ["1.24.6", false],
  ["1.30.5", false],
  ["1.31.0", true],
  ["1.31-alpha.86c9f01fd73", null],
  ["1.32.0", true],
  ["1.33.0", null],
  [null, null],
];
const YES_FROM_1_30: readonly Case[] = [
  ["1.24.0", false],
  ["1.29.8", false],
  ["1.30.0", true],
  ["1.30.0-rc.0", null],
  ["1.30-alpha.abc", null],
  ["1.31.1-distroless", true],
  ["", null],
];
const CASES: Readonly<Record<IstiodBehaviour, readonly Case[]>> = {
  keepsEntriesWithoutMaximumAge: YES_FROM_1_31,
  emptySelectorSelectsAll: [
    ["1.17.8", true],
    ["1.18.0", false],
    ["1.24.0", false],
    ["1.29.8", false],
    ["1.30.0", true],
    ["1.30.4", true],
    ["1.30.4-distroless", true],
    ["v1.30.4-debug", true],
    ["1.30.5", false],
    ["1.30.9", false],
    ["1.30.4-vendor.1", null],
    ["1.29.3-vendor.1", false],
    ["1.30", null],
    ["1.29", false],
    ["1.30-alpha.abc", null],
    ["1.31.0", true],
    ["1.31.0-rc.4", true],
    ["1.31-main", null],
    ["1.31.1", false],
    ["1.32-alpha.86c9f01fd73", null],
    ["1.32.0", false],
    ["1.33.0", null],
    ["2.0.0", null],
    ["latest", null],
    ["", null],
    [null, null],
  ],
  readsTopologyLocality: [
    ["1.19.0", null],
    ["1.24.0", false],
    ["1.28.10", false],
    ["1.28.10-vendor", false],
    ["1.29-alpha.1", null],
    ["1.29.0", true],
    ["1.30-alpha.abc", true],
    ["1.32.0", true],
    ["latest", null],
  ],
  sendsUnhealthyByDefault: YES_FROM_1_31,
  sendsUnhealthyByDistribution: [
    ["1.24.6", false],
    ["1.25.0", true],
    ["1.25.0-rc.1", null],
    ["1.31.1", true],
  ],
  allocatesAddressesByDefault: [
    ["1.24.6", false],
    ["1.25.0", true],
    ["1.25", true],
    ["1.32.0", true],
    [null, null],
  ],
  discoversGatewaysByDefault: [
    ["1.22.8", false],
    ["1.23.0", true],
    ["1.24-dev", true],
    ["1.31.1", true],
    ["unknown", null],
  ],
  writesTunnelLabel: [
    ["1.28.10", false],
    ["1.29.5", false],
    ["1.29.6", true],
    ["1.29.8-distroless", true],
    ["1.29.8-vendor", null],
    ["1.30.0", false],
    ["1.30.2", false],
    ["1.30.3", true],
    ["1.30", null],
    ["1.31.0", true],
    ["1.31.0-beta.0", null],
  ],
  excludesHosts: YES_FROM_1_31,
  balancesByZone: YES_FROM_1_31,
  routesToBestOwner: YES_FROM_1_30,
  sendsGatewayWithoutOwnNetwork: YES_FROM_1_30,
  countsNamedDefaultExports: [
    ["1.29.8", false],
    ["1.30.2", false],
    ["1.30.3", true],
    ["1.30.2-vendor", null],
    ["1.31.0", true],
    ["1.32-alpha.0", true],
  ],
  ordersDnsByLabels: YES_FROM_1_30,
  comparesBeyondNetwork: YES_FROM_1_31,
};

describe.each(NAMES)("%s", (name) => {
  it.each(CASES[name])("istiod %s: %s", (version, outcome) => expect(hasBehaviourInVersions(name, [version])).toBe(outcome));
});

describe("several replicas", () => {
  it.each<readonly [IstiodBehaviour, readonly (string | null)[], boolean | null]>([
    ["emptySelectorSelectsAll", ["1.30.4", "1.30.5"], null],
    ["emptySelectorSelectsAll", ["1.31.1", "1.30.5"], false],
    ["emptySelectorSelectsAll", ["1.31.0", ""], null],
    ["emptySelectorSelectsAll", [], null],
    ["readsTopologyLocality", ["1.28.10", "1.29.0"], null],
    ["readsTopologyLocality", ["1.29.0", "1.31.0"], true],
  ])("several replicas: %s of %j: %s", (name, versions, outcome) => expect(hasBehaviourInVersions(name, versions)).toBe(outcome));

  it("possibleMeshVariants returns one mesh for each combination of unknown outcomes, the usual ones first", () => {
    const mesh = { istioVersion: "1.30.4", otherVersions: ["1.30.5"] };
    expect(hasBehaviour("emptySelectorSelectsAll", mesh)).toBeNull();
    expect(hasBehaviourAssumingNewest("emptySelectorSelectsAll", mesh)).toBe(false);
    const views = possibleMeshVariants(["emptySelectorSelectsAll", "readsTopologyLocality"], mesh);
    expect(views.map((view) => hasBehaviour("emptySelectorSelectsAll", view))).toEqual([false, true]);
    const known = { istioVersion: "1.30.5", otherVersions: [] };
    expect(possibleMeshVariants(["emptySelectorSelectsAll"], known)).toEqual([known]);
  });
});

it("compareVersions orders versions by their numbers, not as texts", () => {
  expect(["1.30.10", "1.9.0", "1.30.9", "latest"].sort(compareVersions)).toEqual(["latest", "1.9.0", "1.30.9", "1.30.10"]);
});

it("behaviourOf returns null for the minor release after the newest one that was read", () => {
  const minor = Number(NEWEST_READ_RELEASE.split(".")[1]);
  for (const name of NAMES) {
    expect(hasBehaviourInVersions(name, [`1.${minor}.0`])).not.toBeNull();
    expect(hasBehaviourInVersions(name, [`1.${minor + 1}.0`])).toBeNull();
  }
});

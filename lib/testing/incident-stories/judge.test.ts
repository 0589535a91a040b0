import { describe, expect, it } from "vitest";
import { answeringEngine, type Mistakes } from "./answering-engine";
import type { Incident } from "./engine";
import type { StorySize } from "./fleet";
import { judgeStories, type KindVerdict, type Measure, type VisiblePart, verdictLines, verdictTable } from "./judge";
import { STORY_BEGIN } from "./observations-of";
import { STORY_KINDS, type StoryKind, sizesOf, storyOf } from "./story-of";

const MINUTE = 60_000;

/** The verdict of an engine that knows one story and makes mistakes. */
function verdictOf(kind: StoryKind, seed: number, size: StorySize, mistakes: Mistakes = {}, visiblePart?: VisiblePart): KindVerdict {
  const story = storyOf(kind, seed, size);
  const [verdict] = judgeStories(answeringEngine(story, mistakes), [story], visiblePart);
  if (verdict === undefined) throw new Error("There is no verdict.");
  return verdict;
}

const refusals = (...of: Parameters<typeof verdictOf>): readonly Measure[] => verdictOf(...of).refusedBy;

describe("right answers", () => {
  it.each(STORY_KINDS)("pass in every variant of %s", (kind) => {
    for (const size of sizesOf(kind).filter((one) => one < 50_000))
      for (const seed of [1, 2, 3, 4]) expect({ seed, size, refused: refusals(kind, seed, size) }).toEqual({ seed, size, refused: [] });
  });

  it("have all shares at 1 and no delay", () => {
    const { precision, recall, titled, over, delayMs, known, found } = verdictOf("two-causes-one-zone", 1, 1_200);
    expect({ precision, recall, titled, over, known, found }).toEqual({ precision: 1, recall: 1, titled: 1, over: 1, known: 2, found: 2 });
    expect(delayMs).toBeLessThanOrEqual(1_000);
  });
});

describe("planned incidents", () => {
  const windowEnd = (kind: StoryKind, seed: number) => {
    const { script } = storyOf(kind, seed, 1_200);
    const window = script.events.find((event) => event.kind === "maintenance");
    return STORY_BEGIN + (window?.at ?? 0) + 30 * MINUTE;
  };

  it("pass when the machines are back in time, and when the window overruns", () => {
    expect(refusals("window-overrun", 2, 1_200, { keyOf: () => "all", plannedUntil: windowEnd("window-overrun", 2) })).toEqual([]);
    expect(refusals("window-overrun", 3, 1_200, { plannedUntil: windowEnd("window-overrun", 3) })).toEqual([]);
  });

  it("are refused by recall when a window hides that a service lost its last endpoint", () => {
    expect(refusals("window-overrun", 1, 1_200, { plannedUntil: windowEnd("window-overrun", 1) })).toContain("recall");
  });
});

describe("wrong answers", () => {
  const together: Mistakes = { keyOf: () => "all" };

  it("are refused by precision and titles when two causes are one incident", () => {
    const refused = refusals("two-causes-one-zone", 1, 1_200, together);
    expect(refused).toContain("precision");
    expect(refused).toContain("titled");
    expect(refusals("two-causes-two-places", 1, 1_200, together)).toContain("precision");
  });

  it("are refused by precision when single machines that fail briefly are one incident", () => {
    const { precision, found, refusedBy } = verdictOf("flapping-singles", 1, 1_200, together);
    expect([precision, found]).toEqual([0, 1]);
    expect(refusedBy).toContain("precision");
  });

  it("are refused by recall when each machine has an incident of its own", () => {
    for (const kind of ["zone-outage", "leak", "bad-deploy", "slow-burn"] as const) {
      const { recall, refusedBy, precision } = verdictOf(kind, 1, 1_200, { keyOf: ({ item, label }) => (label === null ? null : item) });
      expect(refusedBy).toContain("recall");
      expect(recall).toBeLessThan(0.5);
      expect(precision).toBe(1);
    }
  });

  it("are refused by recall when an incident is missing", () => {
    expect(refusals("selector-typo", 1, 1_200, { keyOf: () => null })).toEqual(["recall", "titled", "over", "found-at-start"]);
    expect(refusals("zone-outage", 1, 1_200, { keyOf: () => null })).toContain("astray");
  });

  it("are refused by the end when no incident is ever over", () => {
    expect(refusals("zone-outage", 1, 1_200, { neverEnds: true })).toEqual(["over"]);
    expect(refusals("selector-typo", 1, 5, { neverEnds: true })).toEqual(["over"]);
  });

  it("are refused by the end when an incident is over with its first machine that serves", () => {
    expect(refusals("bad-deploy", 1, 1_200, { endsEarly: true })).toContain("over");
    expect(refusals("slow-burn", 1, 1_200, { endsEarly: true })).toContain("astray");
  });

  it("are refused by the delay when an incident opens 7 s after its second machine", () => {
    for (const kind of ["bad-deploy", "stolos-away", "two-causes-one-zone"] as const) expect(refusals(kind, 4, 1_200, { lateMs: 7_000 })).toEqual(["delay"]);
    expect(refusals("bad-deploy", 4, 1_200, { lateMs: 4_000 })).toEqual([]);
  });

  it("are refused by the members when an incident opens 4 min after its second machine", () => {
    expect(refusals("zone-outage", 1, 1_200, { lateMs: 4 * MINUTE })).toEqual(["delay", "astray"]);
  });

  it("are refused by the title when it always names the zone", () => {
    const cause: Incident["cause"] = { kind: "trait", traits: [{ trait: "zone", value: "eu-central-1c" }] };
    for (const kind of ["bad-deploy", "leak", "one-zone-cluster", "istiod-gone"] as const) expect(refusals(kind, 1, 1_200, { cause })).toEqual(["titled"]);
    expect(refusals("zone-outage", 1, 1_200, { cause })).toEqual([]);
  });

  it("are refused by the title when it names the zone beside the planted group", () => {
    const traits: Incident["cause"]["traits"] = [
      { trait: "group", value: "shop/kiosk" },
      { trait: "zone", value: "edge-1" },
    ];
    expect(refusals("one-zone-cluster", 2, 5, { cause: { kind: "trait", traits } })).toEqual(["titled"]);
  });

  it("are refused by the title when it names one of two traits that cannot be told apart", () => {
    const cause: Incident["cause"] = { kind: "trait", traits: [{ trait: "version", value: "v41" }] };
    expect(refusals("bad-deploy", 2, 1_200, { cause })).toEqual(["titled"]);
  });

  it("pass when the title also names the account that only the planted group has", () => {
    const traits: Incident["cause"]["traits"] = [
      { trait: "group", value: "shop/checkout" },
      { trait: "account", value: "checkout-vm" },
    ];
    expect(refusals("leak", 1, 1_200, { cause: { kind: "trait", traits } })).toEqual([]);
  });

  it("are refused by the states when a machine that serves is counted as failed", () => {
    expect(refusals("slow-burn", 1, 1_200, { keepsFailed: true })).toContain("misstated");
  });

  it("pass when a dead zone's title also names the replica that only its machines still have", () => {
    const traits: Incident["cause"]["traits"] = [
      { trait: "zone", value: "eu-central-1c" },
      { trait: "replica", value: "istiod-1-c" },
    ];
    expect(refusals("zone-outage-dead-replica", 1, 5, { cause: { kind: "trait", traits } })).toEqual([]);
    expect(refusals("zone-outage-dead-replica", 1, 1_200, { cause: { kind: "trait", traits } })).toEqual(["titled"]);
  });

  it("are refused by the members when a failed machine is in two incidents", () => {
    const story = storyOf("bad-deploy", 1, 1_200);
    const engine = answeringEngine(story);
    const [verdict] = judgeStories(
      (population) => {
        const inner = engine(population);
        const twice = () => inner.incidents().flatMap((incident) => [incident, { ...incident, key: `${incident.key} again` }]);
        return { take: inner.take.bind(inner), incidents: twice };
      },
      [story],
    );
    expect(verdict?.refusedBy).toContain("astray");
  });

  it("are refused by the nights when each leave of an autoscaler or a spot instance is an incident", () => {
    const { nights, refusedBy } = verdictOf("autoscaler-week", 1, 1_200, { keyOf: ({ item }) => item });
    expect(nights[1]).toBeGreaterThan(20);
    expect(nights.slice(3)).toEqual([0, 0, 0, 0]);
    expect(refusedBy).toContain("nights");
    expect(refusals("spot-churn", 1, 1_200, { keyOf: ({ item }) => item })).toEqual(["precision", "nights"]);
  });

  it("are refused by the rights when a viewer gets members of other namespaces", () => {
    const wholly: VisiblePart = (incident) => incident;
    expect(refusals("two-viewers", 1, 1_200, {}, wholly)).toEqual(["rights"]);
  });
});

it("prints a row and a JSON line per kind", () => {
  const verdicts = [verdictOf("zone-outage", 1, 5), verdictOf("selector-typo", 1, 5, { neverEnds: true })];
  const rows = verdictTable(verdicts).split("\n");
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^kind +stories +known +found +most open +precision +recall +titled +delay +over/);
  expect(rows[2]).toMatch(/^selector-typo +1 +1 +1 +1 +1\.000 .* over$/);
  expect(
    verdictLines(verdicts)
      .split("\n")
      .map((line) => JSON.parse(line).kind),
  ).toEqual(["zone-outage", "selector-typo"]);
});

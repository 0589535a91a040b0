import { describe, expect, it } from "vitest";
import { countsOf } from "@/lib/testing/rows";
import { type SummaryInput, summaryText } from "./summary";

const AT = Date.UTC(2026, 10, 21, 4, 16, 12);
const LOST_AT = Date.UTC(2026, 10, 21, 3, 12, 24);
const lost = (address: string, planned = false) => ({
  planned,
  cause: planned ? "deleted" : "left",
  disconnectedAt: LOST_AT,
  endedAt: LOST_AT + 10_000,
  notBefore: null,
  replacedBy: "",
  row: {
    cluster: "prod-eu",
    name: `checkout-${address}`,
    address,
    state: "vanished" as const,
    connection: "disconnected" as const,
    controller: "istiod-a",
    message: "",
  },
});
const summary: SummaryInput = {
  about: "prod-eu shop/checkout",
  sentence: "32 of 40 expected machines serve. Two machines were lost at once at 03:12:24.",
  counts: countsOf({ unhealthy: 2, healthy: 32 }),
  away: { lost: 2, missing: 4 },
  line: ["expected 40 is learned: the level that it held"],
  losses: {
    total: 2,
    back: 0,
    backSince: null,
    left: 34,
    traits: [
      { trait: "zone", value: "eu-central-1a", lost: 2, left: 8 },
      { trait: "network", value: "vpc-2", lost: 1, left: 34 },
    ],
    rows: [lost("10.20.1.11"), lost("10.20.1.12"), lost("10.20.9.9", true)],
  },
  hurt: [],
  at: AT,
  isConfirmed: true,
  link: "https://stolos.example/c/prod-eu/groups/shop/checkout?at=2026-11-21T04:16:12Z",
};

describe("what one pastes into an incident channel", () => {
  it("has counts, times in UTC, what is common, and a link that keeps the moment", () => {
    expect(summaryText(summary).split("\n")).toEqual([
      "prod-eu shop/checkout",
      "32 of 40 expected machines serve. Two machines were lost at once at 03:12:24.",
      "32 Healthy, 2 Unhealthy, 2 Lost, 4 missing",
      "expected 40 is learned: the level that it held",
      "2 lost",
      "common to the 2 lost: zone eu-central-1a (of the 34 that stayed, 8 have it)",
      "lost: checkout-10.20.1.11 (10.20.1.11): disconnected 03:12:24, not back in time, deleted 03:12:34",
      "lost: checkout-10.20.1.12 (10.20.1.12): disconnected 03:12:24, not back in time, deleted 03:12:34",
      "as of 2026-11-21 04:16:12 UTC",
      "https://stolos.example/c/prod-eu/groups/shop/checkout?at=2026-11-21T04:16:12Z",
    ]);
  });

  it("shows that its counts are not verified if a permission is missing", () => {
    const text = summaryText({ ...summary, notVerified: { source: "istiod-pods", namespace: "istio-system" } });
    expect(text.split("\n")[2]).toBe("not verified: no permission to read Pods in istio-system");
  });

  it("says that nothing has confirmed it since, where its page was not live", () => {
    expect(
      summaryText({ ...summary, isConfirmed: false })
        .split("\n")
        .slice(-3, -1),
    ).toEqual(["as of 2026-11-21 04:16:12 UTC", "not confirmed since: the page was not live when this was copied"]);
  });

  it("names eight and counts the rest", () => {
    const rows = Array.from({ length: 20 }, (_, index) => lost(`10.0.0.${index}`));
    const text = summaryText({ ...summary, losses: { total: 20, back: 0, backSince: null, left: 0, traits: [], rows } });
    expect(text.match(/^lost: /gm)).toHaveLength(8);
    expect(text).toContain("and 12 more lost");
  });

  it.each([
    ["all are", 2, ["10.20.1.11", "10.20.1.12"], "2 lost, 2 back since 03:13:10", []],
    ["one of them is", 1, ["10.20.1.11"], "2 lost, 1 back since 03:13:10", ["10.20.1.12"]],
  ])("does not name as lost who is back, where %s", (_, back, again, words, named) => {
    const rows = ["10.20.1.11", "10.20.1.12"].map((address) => ({ ...lost(address), replacedBy: again.includes(address) ? "uid-9" : "" }));
    const text = summaryText({ ...summary, losses: { total: 2, back, backSince: LOST_AT + 46_000, left: 0, traits: [], rows } });
    expect(text).toContain(`\n${words}\n`);
    expect([...text.matchAll(/^lost: checkout-([\d.]+) /gm)].map(([, address]) => address)).toEqual(named);
    expect(text).not.toContain("more lost");
  });

  it("names the cluster of each lost machine for a viewer with several clusters", () => {
    const losses = { total: 1, back: 0, backSince: null, left: 0, traits: [], rows: [lost("10.20.1.11")] };
    expect(summaryText({ ...summary, losses, severalClusters: true })).toContain("\nlost: checkout-10.20.1.11 in prod-eu (10.20.1.11): ");
  });

  it("says who is hurt, and nothing of losses where there are none", () => {
    const text = summaryText({ ...summary, losses: null, hurt: ["shop/checkout: 2 unhealthy machines"] });
    expect(text).toContain("\nhurt: shop/checkout: 2 unhealthy machines\n");
    expect(text).not.toContain("lost:");
  });
});

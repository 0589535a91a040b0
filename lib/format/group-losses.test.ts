import { describe, expect, it } from "vitest";
import { groupLatestLosses } from "@/lib/domain/statements/group";
import { openLossesByGroup } from "@/lib/domain/statements/losses";
import { groupLostPhrase } from "./group-losses";

const AT = Date.UTC(2026, 10, 21, 3, 12, 24);
const loss = (seconds: number, group = "checkout", locality = "eu/eu-1a/", change: object = {}) => ({
  planned: false,
  disconnectedAt: AT + seconds * 1000 - 10_000,
  endedAt: AT + seconds * 1000,
  replacedBy: "",
  row: { cluster: "eu", namespace: "shop", group, locality, controller: `istiod-${seconds}` },
  ...change,
});

describe("the losses of several groups", () => {
  it("are counted by group, without planned leaves and replaced machines", () => {
    const groups = openLossesByGroup([loss(0), loss(1, "cart"), loss(2), loss(3, "cart", "", { planned: true }), loss(4, "media", "", { replacedBy: "b" })]);
    expect([...groups].map(([key, rows]) => [key, rows.length])).toEqual([
      ["eu/shop/checkout", 2],
      ["eu/shop/cart", 1],
    ]);
  });

  it.each([
    ["lost three machines within two seconds at 03:12:24, all in zone eu-1a", [loss(0), loss(1), loss(2)], 3, 3],
    ["lost two machines within one second at 03:12:24", [loss(0), loss(1)], 2, 1],
    ["lost two machines at once at 03:12:24, both held by istiod-0", [loss(0), loss(0, "checkout", "eu/eu-1b")], 5, 2],
    ["lost one machine at 03:12:24", [loss(0)], 1, 3],
    ["lost one machine within one second at 03:12:24", [loss(0), loss(1)], 1, 1],
    ["", [loss(0)], 0, 3],
  ] as const)("the sentence about losses is: %s", (text, losses, missing, zones) => {
    const rollUp = { total: 10, fullTotal: 10 + missing };
    const lost = groupLatestLosses({ cluster: "prod-eu", namespace: "shop", name: "checkout", rollUp, zones: ["a", "b", "c"].slice(0, zones) }, losses);
    expect(lost === null ? "" : groupLostPhrase(lost, AT, "utc")).toBe(text);
  });
});

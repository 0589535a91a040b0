import { describe, expect, it } from "vitest";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { aKubernetesService, aMesh, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import { hostNameOwnersBeforeAfter, isSameClaimant } from "./owner-changes";

const HOST = "a.example.com";
const world = (own: Partial<SelectionWorld>): SelectionWorld => aSelectionWorld({ mesh: aMesh(), ...own });
const mine = aServiceEntry({ createdAt: 2 });
const older = aServiceEntry({ namespace: "legacy", createdAt: 1 });

/** Returns one line for each set of callers: the object that defines the host name before and after, and the other objects that have it. */
function told(before: Partial<SelectionWorld>, after: Partial<SelectionWorld>, host = HOST) {
  return hostNameOwnersBeforeAfter([host], { before: world(before), after: world(after) }).map(({ namespaces, elsewhere, before: was, after: is, losers }) => {
    const callers = [...namespaces, ...(elsewhere ? ["*"] : [])].join(",");
    return `${callers}: ${was?.namespace ?? "-"} ${is?.namespace ?? "-"}${losers.length === 0 ? "" : ` not ${losers.map(({ namespace }) => namespace).join(",")}`}`;
  });
}

describe("the owner of a host name by caller (docs/istio.md#owners)", () => {
  it.each<[string, Partial<SelectionWorld>, Partial<SelectionWorld>, readonly string[]]>([
    ["is the edited object for all callers if no other object has the new host name", {}, { serviceEntries: [mine] }, ["shop,*: - shop"]],
    [
      "is an older object for all callers outside the edited object's namespace",
      { serviceEntries: [older] },
      { serviceEntries: [older, mine] },
      ["legacy,*: legacy legacy not shop", "shop: legacy shop not legacy"],
    ],
    [
      "is a newer object only for callers of the namespace in its exportTo",
      { serviceEntries: [older] },
      { serviceEntries: [older, { ...mine, exportTo: ["pay"] }] },
      ["legacy,shop,*: legacy legacy not shop", "pay: legacy shop not legacy"],
    ],
    [
      "is the other object with a host name that the edit removes",
      { serviceEntries: [{ ...mine, createdAt: 0 }, older] },
      { serviceEntries: [older] },
      ["legacy: legacy legacy", "shop,*: shop legacy"],
    ],
    ["is null for a removed host name if no other object has it", { serviceEntries: [mine] }, {}, ["shop,*: shop -"]],
    [
      "is null if the object with the host name is exported to no namespace",
      { serviceEntries: [mine] },
      { serviceEntries: [{ ...mine, exportTo: ["~"] }] },
      ["shop,*: shop - not shop"],
    ],
  ])("the owner of a host name by caller: %s", (_fact, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  it("the owner of a host name by caller is a Service before a ServiceEntry, except in the namespace of the ServiceEntry", () => {
    const service = aKubernetesService({ namespace: "pay", name: "a", createdAt: 9 });
    const entry = aServiceEntry({ hosts: ["a.pay.svc.cluster.local"] });
    expect(told({ services: [service] }, { services: [service], serviceEntries: [entry] }, "a.pay.svc.cluster.local")).toEqual([
      "pay,*: pay pay not shop",
      "shop: pay shop not pay",
    ]);
  });

  it("the owner of a host name by caller is not determined if two objects of one namespace have the same age", () => {
    const both = world({ serviceEntries: [mine, { ...mine, name: "b" }] });
    expect(hostNameOwnersBeforeAfter([HOST], { before: both, after: both })[0]?.isDetermined).toBe(false);
  });
});

it("isSameClaimant compares objects by kind, namespace and name", () => {
  expect([isSameClaimant(mine, { ...mine }), isSameClaimant(mine, older), isSameClaimant(mine, null), isSameClaimant(null, null)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

import { describe, expect, it } from "vitest";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { aKubernetesService, aMesh, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import { isSameObject, ownerChanges } from "./owner-changes";

const HOST = "a.example.com";
const world = (own: Partial<SelectionWorld>): SelectionWorld => aSelectionWorld({ mesh: aMesh(), ...own });
const mine = aServiceEntry({ createdAt: 2 });
const older = aServiceEntry({ namespace: "legacy", createdAt: 1 });

/** Callers: owner before, after, and who loses. */
function told(before: Partial<SelectionWorld>, after: Partial<SelectionWorld>, host = HOST) {
  return ownerChanges([host], { before: world(before), after: world(after) }).map(({ namespaces, elsewhere, before: was, after: is, losers }) => {
    const callers = [...namespaces, ...(elsewhere ? ["*"] : [])].join(",");
    return `${callers}: ${was?.namespace ?? "-"} ${is?.namespace ?? "-"}${losers.length === 0 ? "" : ` not ${losers.map(({ namespace }) => namespace).join(",")}`}`;
  });
}

describe("whose a host is for which callers (docs/istio.md#owners)", () => {
  it.each<[string, Partial<SelectionWorld>, Partial<SelectionWorld>, readonly string[]]>([
    ["a new host of nobody else's is everybody's", {}, { serviceEntries: [mine] }, ["shop,*: - shop"]],
    [
      "an older object elsewhere keeps all but the own namespace",
      { serviceEntries: [older] },
      { serviceEntries: [older, mine] },
      ["legacy,*: legacy legacy not shop", "shop: legacy shop not legacy"],
    ],
    [
      "a newer one that names a namespace has it there",
      { serviceEntries: [older] },
      { serviceEntries: [older, { ...mine, exportTo: ["pay"] }] },
      ["legacy,shop,*: legacy legacy not shop", "pay: legacy shop not legacy"],
    ],
    [
      "a host that is taken off goes back to the other",
      { serviceEntries: [{ ...mine, createdAt: 0 }, older] },
      { serviceEntries: [older] },
      ["legacy: legacy legacy", "shop,*: shop legacy"],
    ],
    ["or to nobody", { serviceEntries: [mine] }, {}, ["shop,*: shop -"]],
    ["what is exported to nobody is nobody's", { serviceEntries: [mine] }, { serviceEntries: [{ ...mine, exportTo: ["~"] }] }, ["shop,*: shop - not shop"]],
  ])("%s", (_fact, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });

  it("a Service goes before a ServiceEntry, but not in the namespace of that", () => {
    const service = aKubernetesService({ namespace: "pay", name: "a", createdAt: 9 });
    const entry = aServiceEntry({ hosts: ["a.pay.svc.cluster.local"] });
    expect(told({ services: [service] }, { services: [service], serviceEntries: [entry] }, "a.pay.svc.cluster.local")).toEqual([
      "pay,*: pay pay not shop",
      "shop: pay shop not pay",
    ]);
  });

  it("two of one namespace and age are not determined", () => {
    const both = world({ serviceEntries: [mine, { ...mine, name: "b" }] });
    expect(ownerChanges([HOST], { before: both, after: both })[0]?.isDetermined).toBe(false);
  });
});

it("objects are the same by kind, namespace and name", () => {
  expect([isSameObject(mine, { ...mine }), isSameObject(mine, older), isSameObject(mine, null), isSameObject(null, null)]).toEqual([true, false, false, true]);
});

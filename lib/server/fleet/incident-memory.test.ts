import { describe, expect, it } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { IncidentMemory } from "./incident-memory";

const CLUSTER = "prod-eu";
const VM_1 = { cluster: CLUSTER, namespace: "shop", name: "vm-1" };
const CHECKOUT = { cluster: CLUSTER, namespace: "shop", name: "checkout" };
const RADIUS = { cluster: CLUSTER, namespace: "shop", name: "radius", kind: "Service" } as const;

function memoryWith(...incidents: readonly Incident[]): IncidentMemory {
  const memory = new IncidentMemory();
  memory.update(incidents);
  return memory;
}

const keysOf = (incidents: readonly Incident[]) => incidents.map(({ key }) => key);

describe("the incidents of an object", () => {
  it("are found by the entry, the group and the lost service of an incident", () => {
    const memory = memoryWith(
      anIncident({ key: "a", services: [aLostService("radius")] }),
      anIncident({ key: "b", members: [aMember(9, { group: "ledger" })] }),
    );
    expect(keysOf(memory.ofEntry(VM_1, "uid-1"))).toEqual(["a"]);
    expect(keysOf(memory.ofGroup(CHECKOUT))).toEqual(["a"]);
    expect(keysOf(memory.ofService(RADIUS))).toEqual(["a"]);
    expect(keysOf(memory.ofService({ ...RADIUS, kind: "ServiceEntry" }))).toEqual([]);
  });

  it("are those of one incarnation of an entry, and without a uid those of the newest one", () => {
    const later = aMember(1);
    const again = { ...later, machine: { ...later.machine, id: `${CLUSTER}/uid-9` } };
    const memory = memoryWith(anIncident({ key: "before" }), anIncident({ key: "after", members: [again] }));
    expect(keysOf(memory.ofEntry(VM_1, "uid-1"))).toEqual(["before"]);
    expect(keysOf(memory.ofEntry(VM_1, ""))).toEqual(["after"]);
    expect(keysOf(memory.ofEntry(VM_1, "uid-other"))).toEqual([]);
  });

  it("follow the machines and services that join and leave an incident", () => {
    const memory = memoryWith(anIncident({ key: "a", services: [aLostService("radius")] }));
    memory.update([anIncident({ key: "a", members: [aMember(1), aMember(3), aMember(4, { group: "ledger" })] })]);
    expect(keysOf(memory.ofEntry({ ...VM_1, name: "vm-2" }, "uid-2"))).toEqual([]);
    expect(keysOf(memory.ofEntry({ ...VM_1, name: "vm-3" }, "uid-3"))).toEqual(["a"]);
    expect(keysOf(memory.ofGroup({ ...CHECKOUT, name: "ledger" }))).toEqual(["a"]);
    expect(keysOf(memory.ofService(RADIUS))).toEqual([]);
    memory.update([anIncident({ key: "a", members: [aMember(4, { group: "ledger" })] })]);
    expect(keysOf(memory.ofGroup(CHECKOUT))).toEqual([]);
  });

  it("are those of the older incident after a merge, and those of the new key after a rename", () => {
    const memory = memoryWith(anIncident({ key: "older", members: [aMember(2)] }), anIncident({ key: "younger", members: [aMember(1)] }));
    memory.update([
      anIncident({ key: "older", members: [aMember(2), aMember(1)] }),
      anIncident({ key: "younger", members: [], state: "over", mergedInto: "older" }),
    ]);
    expect(keysOf(memory.ofEntry(VM_1, "uid-1"))).toEqual(["older"]);
    memory.update([anIncident({ key: "renamed", members: [aMember(2), aMember(1)] })], ["older"]);
    expect(keysOf(memory.ofEntry(VM_1, "uid-1"))).toEqual(["renamed"]);
    expect(keysOf(memory.ofGroup(CHECKOUT))).toEqual(["renamed"]);
  });

  it("are forgotten with the oldest ended incidents", () => {
    const memory = memoryWith(anEndedIncident(anIncident({ key: "first" }), NOW));
    const others = Array.from({ length: 1_000 }, (_, n) => anIncident({ key: `other-${n}`, members: [aMember(100 + n, { group: "media" })] }));
    memory.update(others);
    expect(keysOf(memory.ofEntry(VM_1, "uid-1"))).toEqual([]);
    expect(keysOf(memory.ofGroup(CHECKOUT))).toEqual([]);
  });
});

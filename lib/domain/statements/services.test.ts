import { describe, expect, it } from "vitest";
import { aCountedList, aCountedService, NO_COUNTED_MACHINES } from "@/lib/testing/counted-services";
import { type CountedService, serviceEndpointsStatement } from "./service";
import { type CountedServices, servicesLine, servicesStatement } from "./services";

describe("servicesStatement", () => {
  it.each([
    [aCountedList(), null, { count: 24, total: 24, withoutEndpoint: 0, names: [], unselected: null }],
    [aCountedList({ complete: 21, nobody: 2, nobodyNames: ["a", "b"] }), 3, { count: 21, total: 24, withoutEndpoint: 2, names: ["a", "b"], unselected: 3 }],
    [aCountedList({ complete: 2, nobody: 22, nobodyNames: ["a", "b"] }), 0, { count: 2, total: 24, withoutEndpoint: 22, names: [], unselected: 0 }],
  ])("servicesStatement names the services without an endpoint only if all their names are known: %j", (services, machines, values) => {
    const unselected = machines === null ? null : { machines, told: 9, untold: 0 };
    expect(servicesStatement(services, unselected)).toEqual({ kind: "services-complete", ...values });
  });
});

describe("servicesLine", () => {
  it("servicesLine has a part about sidecars in a mesh with ambient mode, if services have machines", () => {
    const kinds = (services: Partial<CountedServices>) => servicesLine(aCountedList({ isForSidecars: true, ...services }), null).map(({ kind }) => kind);
    expect(kinds({})).toContain("services-for-sidecars");
    expect(kinds({ withMachines: 0 })).not.toContain("services-for-sidecars");
  });

  it("servicesLine has one part for each number that is not zero", () => {
    expect(servicesLine(aCountedList({ services: 0, serviceEntries: 0 }), { machines: 0, told: 0, untold: 0 })).toEqual([]);
    const services = aCountedList({ total: 30, claimedTwice: 1, unverified: 2, podsUnseen: 3 });
    expect(servicesLine(services, { machines: 4, told: 90, untold: 5 })).toEqual([
      { kind: "services-selecting", services: 19, serviceEntries: 5, tone: null },
      { kind: "machines-selected", count: 86, total: 90, tone: null },
      { kind: "services-without-machines", count: 6, tone: null },
      { kind: "services-in-conflict", count: 1, tone: "warn" },
      { kind: "services-unverified", count: 2, tone: "blind" },
      { kind: "services-pods-hidden", count: 3, tone: "blind" },
      { kind: "machines-selectors-hidden", count: 5, tone: "blind" },
    ]);
  });
});

describe("serviceEndpointsStatement", () => {
  it("serviceEndpointsStatement has endpoints by kind, and matching machines that are none by reason", () => {
    const machines = {
      taken: 22,
      answering: 5,
      doubted: 1,
      unhealthy: 2,
      awaiting: 1,
      draining: 1,
      others: 2,
      notOwned: 1,
      hostUnknown: 4,
      unreachable: 2,
      elsewhere: 3,
      depends: 0,
    };
    const own = {
      machines,
      pods: { taken: 4, ready: 3, depends: 0 },
      inline: { count: 1, written: 1, depends: 0 },
      vanished: { count: 6, since: 9 },
      addresses: { taken: 6, ready: 2, doubted: 3 },
      copies: { machines: 1, pods: 1, inline: 0, addresses: 0 },
    };
    expect(serviceEndpointsStatement(aCountedService(own))).toEqual({
      ...{ kind: "service-endpoints", service: "checkout", callers: "shown", result: "endpoints", machines: 4, pods: 2, inline: 1, sent: 9, waiting: 16 },
      ...{ hasUnseenPaths: false, copies: 2, names: 0, addresses: 2, addressesNotReady: 1, addressesUnknown: 3, owner: "", isShared: false },
      ...{ notOwned: 1, hostUnknown: 4, unreachable: 2, elsewhere: 3, depends: 0, dependsOnVersion: 0 },
      ...{ excludedMachines: 0, excludedPods: 0, excludedReason: "", excludedReasons: 0 },
      ...{ unhealthy: 2, awaiting: 1, draining: 1, others: 2, unverified: 1, podsNotReady: 1, lost: 6, lostSince: 9 },
    });
  });

  it("serviceEndpointsStatement counts machines that a selector without labels selects only in some versions in `depends`", () => {
    const excluded = [{ reason: "empty-selector-unknown", machines: 2, pods: 1 } as const];
    const statement = serviceEndpointsStatement(
      aCountedService({ kind: "ServiceEntry", type: "STATIC", selector: [], machines: NO_COUNTED_MACHINES, excluded }),
    );
    expect(statement).toMatchObject({ result: "depends", depends: 3, dependsOnVersion: 3, excludedMachines: 0, excludedReason: "", excludedReasons: 0 });
    const known = [{ reason: "empty-selector", machines: 2, pods: 1 } as const];
    expect(serviceEndpointsStatement(aCountedService({ selector: [], machines: NO_COUNTED_MACHINES, excluded: known }))).toMatchObject({
      result: "labels-only",
      depends: 0,
    });
  });

  it("serviceEndpointsStatement has the endpoints of sidecars if the page shows a Pod outside the mesh", () => {
    expect(serviceEndpointsStatement(aCountedService({ seenFrom: { kind: "outside" } })).callers).toBe("sidecars");
    expect(serviceEndpointsStatement(aCountedService({ seenFrom: { kind: "gateway" } })).callers).toBe("shown");
  });

  it.each<[ReturnType<typeof serviceEndpointsStatement>["result"], Partial<CountedService>]>([
    ["alias", { type: "ExternalName", inline: { count: 1, written: 1, depends: 0 } }],
    ["endpoints", { names: 1 }],
    ["other-owner", { machines: { ...NO_COUNTED_MACHINES, taken: 2, notOwned: 2 }, owner: "Service shop/a" }],
    ["other-owner", { machines: { ...NO_COUNTED_MACHINES, taken: 1, unreachable: 1 }, owner: "Service shop/a" }],
    ["other-owner", { inline: { count: 0, written: 2, depends: 0 }, owner: "Service shop/a" }],
    ["no-endpoint", { machines: { ...NO_COUNTED_MACHINES, taken: 2, unhealthy: 2 }, owner: "Service shop/a" }],
    ["no-endpoint", { inline: { count: 0, written: 2, depends: 0 } }],
    ["only-unverified", { machines: { ...NO_COUNTED_MACHINES, taken: 1, doubted: 1 } }],
    ["machines-hidden", { machines: null }],
    ["no-endpoint", { machines: { ...NO_COUNTED_MACHINES, taken: 1, unhealthy: 1 } }],
    ["no-endpoint", { pods: { taken: 1, ready: 0, depends: 0 } }],
    ["callers-resolve", { type: "headless" }],
    ["no-selector", { selector: null }],
    ["no-selector", { kind: "Service", selector: null }],
    ["slices-not-read", { kind: "Service", selector: null, addresses: null }],
    ["slices-not-read", { kind: "Service", selector: null, machines: null, addresses: null }],
    ["slices-not-read", { kind: "Service", selector: null, addresses: { taken: 1, ready: 0, doubted: 1 } }],
    ["endpoints", { kind: "Service", selector: null, addresses: { taken: 2, ready: 1, doubted: 1 } }],
    ["no-endpoint", { kind: "Service", selector: null, addresses: { taken: 1, ready: 0, doubted: 0 } }],
    ["nothing-selected", { addresses: null }],
    ["endpoints", { kind: "Service", selector: null, inline: { count: 1, written: 1, depends: 0 } }],
    ["callers-resolve", { kind: "Service", type: "headless", selector: null }],
    ["nothing-selected", {}],
    ["labels-only", { excluded: [{ reason: "socket-address", machines: 1, pods: 0 }] }],
    ["endpoints", { excluded: [{ reason: "socket-address", machines: 1, pods: 0 }], pods: { taken: 1, ready: 1, depends: 0 } }],
    ["endpoints", { machines: null, pods: { taken: 1, ready: 1, depends: 0 } }],
  ])("serviceEndpoints has the result '%s' for %j", (result, own) => {
    expect(serviceEndpointsStatement(aCountedService(own)).result).toBe(result);
  });
});

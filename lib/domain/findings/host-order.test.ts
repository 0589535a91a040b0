import { expect, it } from "vitest";
import { findingHost } from "@/lib/testing/findings-world";
import { aDestinationRule, aMesh, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { ordersOf } from "./host-order";

const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
const rules = (own: Parameters<typeof aTrafficPolicy>[0]) => [aDestinationRule({ policy: aTrafficPolicy(own) })];
const distribute = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute: [], failover: [], failoverPriority: [] } };

it.each([
  ["nothing by default", {}, {}, [false]],
  ["outlier detection", {}, { rules: rules({ outlier }) }, [true]],
  ["weights", {}, { rules: rules({ balancer: distribute }) }, [true]],
  ["a traffic distribution", { distribution: "same-zone" as const }, {}, [true]],
  ["zones, by the mesh", {}, { mesh: aMesh({ zoneAware: { isEnabled: true, failover: [], failoverPriority: [] } }) }, [true]],
  ["the mesh's outlier detection, for a host that clients resolve", { resolution: "DNS" as const }, { mesh: aMesh({ outlierByDefault: true }) }, [true]],
  ["nothing by the mesh's outlier detection, for a list", {}, { mesh: aMesh({ outlierByDefault: true }) }, [false]],
  ["nothing at all, where clients are sent no list", { resolution: "NONE" as const }, {}, []],
])("a host is ordered by %s", (_what, own, world, expected) => {
  expect(ordersOf(findingHost(aServiceEntry(own)), aSelectionWorld(world)).map(({ isOrdered }) => isOrdered)).toEqual(expected);
});

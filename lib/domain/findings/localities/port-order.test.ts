import { expect, it } from "vitest";
import { findingHost } from "@/lib/testing/findings-world";
import { aDestinationRule, aMesh, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { portEndpointOrders } from "./port-order";

const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
const rules = (own: Parameters<typeof aTrafficPolicy>[0]) => [aDestinationRule({ policy: aTrafficPolicy(own) })];
const shares = { isEnabled: true, distribute: [{ from: "eu/*", to: [["eu/*", 100] as const] }], failover: [], failoverPriority: [] };
const distribute = { simple: "", zoneAware: null, locality: shares };
const off = { ...distribute, locality: { ...shares, isEnabled: false } };

it.each([
  ["nothing by default", {}, {}, ["none"]],
  ["outlier detection", {}, { rules: rules({ outlier }) }, ["failover"]],
  ["the shares of distribute", {}, { rules: rules({ balancer: distribute }) }, ["distribute"]],
  ["the shares of distribute, with outlier detection too", {}, { rules: rules({ outlier, balancer: distribute }) }, ["distribute"]],
  ["the mesh's distribute, with a rule's outlier detection", {}, { rules: rules({ outlier }), mesh: aMesh({ locality: shares }) }, ["distribute"]],
  ["nothing, if the rule switches locality load balancing off", {}, { rules: rules({ outlier, balancer: off }) }, ["none"]],
  ["a traffic distribution", { distribution: "same-zone" as const }, {}, ["failover"]],
  ["a traffic distribution before the mesh's distribute", { distribution: "same-zone" as const }, { mesh: aMesh({ locality: shares }) }, ["failover"]],
  ["zones, by the mesh", {}, { mesh: aMesh({ zoneAware: { isEnabled: true, failover: [], failoverPriority: [] } }) }, ["failover"]],
  ["the mesh's outlier detection, for a service resolved by DNS", { resolution: "DNS" as const }, { mesh: aMesh({ outlierByDefault: true }) }, ["failover"]],
  ["nothing with the mesh's outlier detection, for a STATIC service", {}, { mesh: aMesh({ outlierByDefault: true }) }, ["none"]],
  ["nothing at all, if callers get no endpoint list", { resolution: "NONE" as const }, {}, []],
])("the endpoints of a service are ordered by %s", (_what, own, world, expected) => {
  expect(portEndpointOrders(findingHost(aServiceEntry(own)), aSelectionWorld(world)).map(({ by }) => by)).toEqual(expected);
});

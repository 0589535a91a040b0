import { expect, it } from "vitest";
import { aGateway, aMachine, withGateways } from "@/lib/testing/finding-cases";
import { type FindingObjects, findingsWorld } from "@/lib/testing/findings-world";
import { foreignCallerNetwork, isNetworkBehindGateway, meshCallerNetworks, representativeCallerNetworks } from "./caller-networks";

const written = aMachine("written");
const registered = aMachine("registered", { registrationGroup: "web", controller: "istiod-a" });
const labelled = { ...registered, metadataLabels: [["topology.istio.io/network", "vpc-2"]] as const };
const vpc2 = aMachine("far", { network: "vpc-2" });
const pods = (podNetwork: string) => withGateways([aGateway()], { podNetwork });

it.each<[string, FindingObjects, readonly string[], string, boolean]>([
  ["Pods alone", pods("vpc-1"), ["vpc-1"], "", false],
  ["Pods without a network", pods(""), [""], "", true],
  ["Pods and a hand-written entry without a network", { entries: [written], ...pods("vpc-1") }, ["vpc-1"], "", false],
  ["Pods and a registered entry without a network", { entries: [registered], ...pods("vpc-1") }, ["vpc-1", ""], "", true],
  ["Pods and a registered entry with a network label only", { entries: [labelled], ...pods("vpc-1") }, ["vpc-1", ""], "", true],
  ["Pods and an entry of another network", { entries: [vpc2], ...pods("vpc-1") }, ["vpc-1", "vpc-2"], "another network", true],
  ["Pods and an entry of their network", { entries: [vpc2], ...pods("vpc-2") }, ["vpc-2"], "", true],
])("callerNetworks returns the networks of callers for %s", (_what, objects, networks, others, isBehind) => {
  const world = findingsWorld(objects);
  expect(meshCallerNetworks(world)).toEqual(networks);
  expect(foreignCallerNetwork(world)).toBe(others);
  expect(isNetworkBehindGateway("vpc-1", world)).toBe(isBehind);
});

it.each([
  ["without gateways", withGateways([], { podNetwork: "vpc-1" }), ["vpc-1"]],
  ["with a gateway", withGateways([aGateway()], { podNetwork: "vpc-8" }), ["vpc-8", "", "vpc-1"]],
  ["with AMBIENT_ENABLE_MULTI_NETWORK", withGateways([aGateway()], { podNetwork: "vpc-8", ambientMultiNetwork: true }), ["vpc-8", "", "vpc-1", "vpc-9"]],
])("representativeCallerNetworks returns caller networks that cover every result, %s", (_what, mesh, expected) => {
  const entries = [registered, aMachine("near", { network: "vpc-1" }), aMachine("alone", { network: "vpc-9" })];
  expect(representativeCallerNetworks(findingsWorld({ entries, ...mesh }))).toEqual(expected);
});

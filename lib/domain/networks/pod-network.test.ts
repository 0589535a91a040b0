import { expect, it } from "vitest";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { clusterNetworkOf, isInCidr, type PodNetworkSources, podNetworkOf } from "./pod-network";

it.each([
  ["10.1.2.3", "10.0.0.0/8", true],
  ["11.1.2.3", "10.0.0.0/8", false],
  ["10.1.2.3", "10.1.2.3/32", true],
  ["10.1.2.4", "10.1.2.3/32", false],
  ["10.1.2.3", "0.0.0.0/0", true],
  ["10.1.3.255", "10.1.2.0/23", true],
  ["10.1.4.0", "10.1.2.0/23", false],
  ["fd00::1", "fd00::/8", true],
  ["fe00::1", "fd00::/8", false],
  ["2001:db8:1:2::5", "2001:db8:1::/48", true],
  ["2001:db8:2:2::5", "2001:db8:1::/48", false],
  ["::ffff:10.0.0.1", "::ffff:10.0.0.0/104", true],
  ["::ffff:10.0.0.1", "10.0.0.0/8", true],
  ["::ffff:a00:1", "10.0.0.0/8", true],
  ["::ffff:11.0.0.1", "10.0.0.0/8", false],
  ["::1:a00:1", "10.0.0.0/8", false],
  ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8/128", true],
  ["10.1.2.3", "fd00::/8", false],
  ["10.1.2.3", "10.0.0.0", false],
  ["10.1.2.3", "10.0.0.0/33", false],
  ["10.1.2.3", "anything/8", false],
  ["vm.example.com", "10.0.0.0/8", false],
  ["", "0.0.0.0/0", false],
])("isInCidr for %s in %s is %s", (address, cidr, isIn) => {
  expect(isInCidr(address, cidr)).toBe(isIn);
});

const network = (name: string, change: Partial<ConfiguredNetwork>): ConfiguredNetwork => ({ name, gateways: [], cidrs: [], registries: [], ...change });
const BY_RANGE = network("by-range", { cidrs: ["10.0.0.0/8"] });
const BY_CLUSTER = network("by-cluster", { registries: ["east"] });
const PARTS: PodNetworkSources = { rootNamespaceNetwork: "", networks: [], clusterId: "east" };

it.each<[string, string, Partial<PodNetworkSources>, string]>([
  ["its own label before all other sources", "own", { rootNamespaceNetwork: "root", networks: [BY_CLUSTER] }, "own"],
  ["the label of the root namespace if the Pod has no label", "", { rootNamespaceNetwork: "root", networks: [BY_CLUSTER] }, "root"],
  ["that of meshNetworks for its cluster if neither Pod nor root namespace has a label", "", { networks: [BY_RANGE, BY_CLUSTER] }, "by-cluster"],
  ["that of meshNetworks for its address if no network has its cluster", "", { networks: [BY_RANGE, network("other", { registries: ["west"] })] }, "by-range"],
  ["none if no label, cluster or range applies", "", { networks: [network("far", { cidrs: ["192.168.0.0/16"] })] }, ""],
])("the network of a Pod is %s", (_what, own, parts, told) => {
  const labels = sortedLabelSet(own === "" ? [] : [["topology.istio.io/network", own]]);
  expect(podNetworkOf({ labels, address: "10.1.2.3" }, { ...PARTS, ...parts })).toBe(told);
});

it("clusterNetworkOf returns the root namespace's network, otherwise that of meshNetworks", () => {
  expect(clusterNetworkOf({ ...PARTS, rootNamespaceNetwork: "root", networks: [BY_CLUSTER] })).toBe("root");
  expect(clusterNetworkOf({ ...PARTS, networks: [BY_CLUSTER] })).toBe("by-cluster");
  expect(clusterNetworkOf({ ...PARTS, networks: [BY_RANGE] })).toBe("");
});

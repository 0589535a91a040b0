import { expect, it } from "vitest";
import { labelSet } from "@/lib/domain/label-set";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import { clusterNetworkOf, type PodNetworkParts, podNetworkOf } from "./pod-network";

const network = (name: string, change: Partial<ConfiguredNetwork>): ConfiguredNetwork => ({ name, gateways: [], cidrs: [], registries: [], ...change });
const BY_RANGE = network("by-range", { cidrs: ["10.0.0.0/8"] });
const BY_CLUSTER = network("by-cluster", { registries: ["east"] });
const PARTS: PodNetworkParts = { rootNamespaceNetwork: "", networks: [], clusterId: "east" };

it.each<[string, string, Partial<PodNetworkParts>, string]>([
  ["its own label before everything", "own", { rootNamespaceNetwork: "root", networks: [BY_CLUSTER] }, "own"],
  ["else the label of the root namespace", "", { rootNamespaceNetwork: "root", networks: [BY_CLUSTER] }, "root"],
  ["else meshNetworks by the cluster", "", { networks: [BY_RANGE, BY_CLUSTER] }, "by-cluster"],
  ["else meshNetworks by the address", "", { networks: [BY_RANGE, network("other", { registries: ["west"] })] }, "by-range"],
  ["else none", "", { networks: [network("far", { cidrs: ["192.168.0.0/16"] })] }, ""],
])("the network of a Pod is %s", (_what, own, parts, told) => {
  const labels = labelSet(own === "" ? [] : [["topology.istio.io/network", own]]);
  expect(podNetworkOf({ labels, address: "10.1.2.3" }, { ...PARTS, ...parts })).toBe(told);
});

it("the network of a cluster is told by its root namespace, else by meshNetworks", () => {
  expect(clusterNetworkOf({ ...PARTS, rootNamespaceNetwork: "root", networks: [BY_CLUSTER] })).toBe("root");
  expect(clusterNetworkOf({ ...PARTS, networks: [BY_CLUSTER] })).toBe("by-cluster");
  expect(clusterNetworkOf({ ...PARTS, networks: [BY_RANGE] })).toBe("");
});

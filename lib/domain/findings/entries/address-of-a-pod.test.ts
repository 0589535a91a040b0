import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { aTablePod } from "@/lib/testing/hosts";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { aMesh } from "@/lib/testing/selection";
import { addressOfAPod } from "./address-of-a-pod";

const entry = anEntry({ address: "10.1.0.1" });
const inNetwork = (network: string) => aTablePod({ labels: [["topology.istio.io/network", network]] });
const meshIn = (podNetwork: string) => ({ settings: aMesh({ podNetwork }), doubts: [] });

it.each([
  { of: "the same network", pod: inNetwork("vpc-2"), mesh: meshIn("") },
  { of: "the network of all Pods", pod: aTablePod(), mesh: meshIn("vpc-2") },
  { of: "no network", pod: aTablePod(), mesh: meshIn("") },
])("finds a Pod of that address in $of", ({ pod, mesh }) => {
  expect(detected(addressOfAPod, { entries: [entry], pods: [pod], mesh })).toEqual([
    {
      objects: [
        { kind: "WorkloadEntry", namespace: "shop", name: entry.name },
        { kind: "Pod", namespace: "shop", name: "pod-1" },
      ],
      evidence: { address: "10.1.0.1", network: "vpc-2", pods: 1 },
    },
  ]);
});

it.each([
  { of: "in another network", pod: inNetwork("vpc-3"), entry },
  { of: "of another address", pod: aTablePod({ address: "10.1.0.2" }), entry },
  { of: "that has ended", pod: aTablePod({ phase: "Succeeded" }), entry },
  { of: "beside a machine without an address", pod: aTablePod({ address: "" }), entry: anEntry({ address: "" }) },
])("passes over a Pod $of", ({ pod, entry: one }) => {
  expect(evidenceOf(addressOfAPod, { entries: [one], pods: [pod] })).toEqual([]);
});

import { expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { aTablePod } from "@/lib/testing/hosts";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { aKubernetesService, aMesh } from "@/lib/testing/selection";
import { addressLeadsElsewhere } from "./address-leads-elsewhere";

const meshIn = (podNetwork: string) => ({ settings: aMesh({ podNetwork }), doubts: [] });
const api = aKubernetesService({ name: "api", clusterAddresses: ["10.96.0.1", "fd00:96::1"] });

it.each([
  ["169.254.0.7", "link-local"],
  ["fe80::7%eth0", "link-local"],
  ["172.17.0.1", "docker-bridge"],
])("finds the address %s", (address, target) => {
  const entry = anEntry({ address, network: "vpc-1" });
  expect(detected(addressLeadsElsewhere, { entries: [entry] })).toEqual([
    { objects: [{ kind: "WorkloadEntry", namespace: "shop", name: entry.name }], evidence: { address, network: "vpc-1", target } },
  ]);
});

it.each([
  { as: "as it is", address: "10.96.0.1", network: "", pods: "vpc-1" },
  { as: "mapped to IPv6", address: "::ffff:10.96.0.1", network: "vpc-1", pods: "" },
  { as: "of the second family", address: "fd00:96:0::1", network: "vpc-1", pods: "vpc-1" },
])("names the Service whose cluster IP is written $as", ({ address, network, pods }) => {
  const entry = anEntry({ address, network });
  expect(detected(addressLeadsElsewhere, { entries: [entry], hosts: [api], mesh: meshIn(pods) })).toEqual([
    {
      objects: [
        { kind: "WorkloadEntry", namespace: "shop", name: entry.name },
        { kind: "Service", namespace: "shop", name: "api" },
      ],
      evidence: { address, network, target: "cluster-ip", services: ["shop/api"] },
    },
  ]);
});

it("accepts the cluster IP in another network than the cluster's", () => {
  const entry = anEntry({ address: "10.96.0.1", network: "vpc-2" });
  expect(evidenceOf(addressLeadsElsewhere, { entries: [entry], hosts: [api], mesh: meshIn("vpc-1") })).toEqual([]);
});

it("accepts the address of a Pod, a private address and an address that is an error already", () => {
  const pods = [aTablePod({ address: "10.1.0.1" })];
  const found = ["10.1.0.1", "192.168.0.1", "10.96.0.2", "127.0.0.1", "vm.example.com", ""].flatMap((address) =>
    evidenceOf(addressLeadsElsewhere, { entries: [anEntry({ address })], pods, hosts: [api] }),
  );
  expect(found).toEqual([]);
});

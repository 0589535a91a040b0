import { describe, expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { aTablePod } from "@/lib/testing/hosts";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { aKubernetesService, aMesh } from "@/lib/testing/selection";
import { addressEmpty, addressLeadsElsewhere, addressNotOfAMachine, addressOfAPod, duplicateAddress } from "./addresses";

describe("STL115 duplicate-address", () => {
  const named = (name: string, own: Parameters<typeof anEntry>[0] = {}) => anEntry({ name, uid: name, ...own });

  describe("two entries with one address", () => {
    it("two entries with one address are one finding about the first, with both objects", () => {
      const entries = [named("a"), named("b", { namespace: "zoo" })];
      expect(detected(duplicateAddress, { entries })).toEqual([
        {
          objects: [
            { kind: "WorkloadEntry", namespace: "shop", name: "a" },
            { kind: "WorkloadEntry", namespace: "zoo", name: "b" },
          ],
          evidence: { address: "10.20.1.14", network: "vpc-2", entries: 2, accounts: ["shop/checkout-vm", "zoo/checkout-vm"] },
        },
      ]);
      expect(evidenceOf(duplicateAddress, { entries: [...entries].reverse() })).toEqual([]);
    });

    it.each([
      { of: "in different networks", own: { network: "vpc-3" } },
      { of: "of which one has another address", own: { address: "10.20.1.15" } },
    ])("two entries with one address are not a finding if they are $of", ({ own }) => {
      expect(evidenceOf(duplicateAddress, { entries: [named("a"), named("b", own)] })).toEqual([]);
    });

    it.each([
      { accounts: ["web", "web"], expected: ["shop/web"] },
      { accounts: ["web", ""], expected: ["shop/web"] },
      { accounts: ["web", "api"], expected: ["shop/api", "shop/web"] },
      { accounts: ["", ""], expected: [] },
    ])(
      "two entries with one address have the accounts $expected in the evidence if they name $accounts in one namespace",
      ({ accounts: [a = "", b = ""], expected }) => {
        const entries = [named("a", { serviceAccount: a }), named("b", { serviceAccount: b })];
        expect(evidenceOf(duplicateAddress, { entries })).toEqual([expect.objectContaining({ accounts: expected })]);
      },
    );

    it.each(["unix:///run/a.sock", ""])("two entries with one address are not a finding if the address is %j", (address) => {
      expect(evidenceOf(duplicateAddress, { entries: [named("a", { address }), named("b", { address })] })).toEqual([]);
    });
  });
});

describe("STL116 address-of-a-pod", () => {
  const entry = anEntry({ address: "10.1.0.1" });
  const inNetwork = (network: string) => aTablePod({ labels: [["topology.istio.io/network", network]] });
  const meshIn = (podNetwork: string) => ({ settings: aMesh({ podNetwork }), doubts: [] });

  it.each([
    { of: "the same network", pod: inNetwork("vpc-2"), mesh: meshIn("") },
    { of: "the network of all Pods", pod: aTablePod(), mesh: meshIn("vpc-2") },
    { of: "no network", pod: aTablePod(), mesh: meshIn("") },
  ])("STL116 finds a Pod with the address of the entry in $of", ({ pod, mesh }) => {
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
  ])("STL116 finds nothing for a Pod $of", ({ pod, entry: one }) => {
    expect(evidenceOf(addressOfAPod, { entries: [one], pods: [pod] })).toEqual([]);
  });
});

describe("STL117 address-empty", () => {
  it.each([
    { address: "", network: "", says: [{ isRegistered: true }] },
    { address: "", network: "vpc-2", says: [] },
    { address: "10.0.0.1", network: "", says: [] },
  ])("STL117 finds $says for address $address and network $network", ({ address, network, says }) => {
    expect(evidenceOf(addressEmpty, { entries: [anEntry({ address, network })] })).toEqual(says);
  });
});

describe("STL127 address-not-of-a-machine", () => {
  it.each([
    ["127.0.0.1", { target: "loopback" }],
    ["::ffff:127.0.0.1", { target: "loopback" }],
    ["0.0.0.0", { target: "unspecified" }],
    ["169.254.169.254", { target: "metadata" }],
    ["100.100.100.200", { target: "metadata" }],
    ["fd00:ec2::254", { target: "metadata" }],
    ["[fd00::7]:80", { target: "unreadable", meant: "fd00::7" }],
    ["010.0.0.7", { target: "unreadable", meant: "10.0.0.7" }],
    ["10.0.0.300", { target: "unreadable" }],
  ])("STL127 finds the address %s", (address, evidence) => {
    const entry = anEntry({ address });
    expect(detected(addressNotOfAMachine, { entries: [entry] })).toEqual([
      { objects: [{ kind: "WorkloadEntry", namespace: "shop", name: entry.name }], evidence: { address, ...evidence } },
    ]);
  });

  it.each(["10.0.0.7", "172.17.0.1", "169.254.0.7", "fe80::7", "vm.example.com", "unix:///run/app", ""])(
    "STL127 finds nothing for the address %j",
    (address) => {
      expect(evidenceOf(addressNotOfAMachine, { entries: [anEntry({ address })] })).toEqual([]);
    },
  );
});

describe("STL128 address-leads-elsewhere", () => {
  const meshIn = (podNetwork: string) => ({ settings: aMesh({ podNetwork }), doubts: [] });
  const api = aKubernetesService({ name: "api", clusterAddresses: ["10.96.0.1", "fd00:96::1"] });

  it.each([
    ["169.254.0.7", "link-local"],
    ["fe80::7%eth0", "link-local"],
    ["172.17.0.1", "docker-bridge"],
  ])("STL128 finds the address %s", (address, target) => {
    const entry = anEntry({ address, network: "vpc-1" });
    expect(detected(addressLeadsElsewhere, { entries: [entry] })).toEqual([
      { objects: [{ kind: "WorkloadEntry", namespace: "shop", name: entry.name }], evidence: { address, network: "vpc-1", target } },
    ]);
  });

  it.each([
    { as: "as it is", address: "10.96.0.1", network: "", pods: "vpc-1" },
    { as: "mapped to IPv6", address: "::ffff:10.96.0.1", network: "vpc-1", pods: "" },
    { as: "of the second family", address: "fd00:96:0::1", network: "vpc-1", pods: "vpc-1" },
  ])("STL128 has the Service in its evidence if the cluster IP is written $as", ({ address, network, pods }) => {
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

  it("STL128 finds nothing for the cluster IP in a network other than the cluster's", () => {
    const entry = anEntry({ address: "10.96.0.1", network: "vpc-2" });
    expect(evidenceOf(addressLeadsElsewhere, { entries: [entry], hosts: [api], mesh: meshIn("vpc-1") })).toEqual([]);
  });

  it("STL128 finds nothing for the address of a Pod, a private address and an address that is an error", () => {
    const pods = [aTablePod({ address: "10.1.0.1" })];
    const found = ["10.1.0.1", "192.168.0.1", "10.96.0.2", "127.0.0.1", "vm.example.com", ""].flatMap((address) =>
      evidenceOf(addressLeadsElsewhere, { entries: [anEntry({ address })], pods, hosts: [api] }),
    );
    expect(found).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { aReport } from "@/lib/testing/entries";
import { aGateway, aMachine, evidenceOfAll, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { aTablePod } from "@/lib/testing/hosts";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { roundRobinOfSeveralEndpoints, selectorWithoutResolution, skippedForItsAddress } from "./resolution";

describe("STL304 skipped-for-its-address", () => {
  const byName = aMachine("vm", { address: "vm.example.com" });
  const [entry, service] = [aServiceEntry(), aKubernetesService({ name: "s" })];

  it.each([
    ["finds a fault for a machine with a host name as address and a STATIC ServiceEntry", [entry], byName, ["ServiceEntry/shop/a"]],
    [
      "finds a fault for a machine with a socket as address and a STATIC ServiceEntry",
      [entry],
      { ...byName, address: "unix:///run/a" },
      ["ServiceEntry/shop/a"],
    ],
    ["finds a fault for a machine with a host name as address and a Service", [service], byName, ["Service/shop/s"]],
    [
      "finds a fault for a machine with a host name as address that is also unhealthy",
      [entry],
      { ...byName, gate: "true", health: aReport("False") },
      ["ServiceEntry/shop/a"],
    ],
    ["finds nothing for a machine with an IP address", [entry, service], { ...byName, address: "10.0.0.1" }, []],
    ["finds nothing for a machine with a host name as address and a DNS ServiceEntry", [aServiceEntry({ resolution: "DNS" })], byName, []],
    ["finds nothing for a machine with a host name as address whose labels differ", [entry], { ...byName, specLabels: [["app", "b"]] as const }, []],
    [
      "finds nothing for a machine with a host name as address and resolution NONE, which selects no machine",
      [aServiceEntry({ resolution: "NONE" })],
      byName,
      [],
    ],
  ])("STL304 %s", (_what, hosts, machine, of) => {
    expect(findingsOf(skippedForItsAddress, { hosts, entries: [machine] }).map(({ detected }) => detected.of)).toEqual(of);
  });

  it("STL304 has no patch for a socket", () => {
    const entries = [{ ...byName, address: "unix:///run/a" }];
    expect(findingsOf(skippedForItsAddress, { hosts: [entry], entries }).map(({ detected }) => detected.patch)).toEqual([undefined]);
  });

  it("STL304 finds nothing after its patch, and has no patch for a Service", () => {
    expect(leftAfterPatch(skippedForItsAddress, { hosts: [entry], entries: [byName] })).toEqual([]);
    expect(findingsOf(skippedForItsAddress, { hosts: [service], entries: [byName] })[0]?.detected.patch).toBeUndefined();
  });

  const distributed = aServiceEntry({ distribution: "same-zone" });
  const byLabels = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: ["topology.istio.io/zone"] } };
  const outlier = { minHealthPercent: 0, maxEjectionPercent: null };

  it.each<[string, FindingObjects, boolean]>([
    ["a service without a risky setting", { hosts: [entry] }, true],
    ["a traffic distribution, with which istiod can panic", { hosts: [distributed] }, false],
    ["failoverPriority", { hosts: [entry], policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ balancer: byLabels, outlier }) })] } }, false],
    ["a CIDR range, which the API server refuses", { hosts: [{ ...entry, addresses: ["10.2.0.0/16"] }] }, false],
    ["a wildcard", { hosts: [{ ...entry, hosts: ["*.example.com"] }] }, false],
    ["a gateway of another network", { hosts: [entry], ...withGateways([aGateway()]) }, true],
    [
      "a gateway of the network of another machine, which a DNS service may not use",
      { hosts: [entry], entries: [aMachine("other", { network: "vpc-1" })], ...withGateways([aGateway()]) },
      false,
    ],
  ])("STL304 has a patch to resolution DNS only if that is safe: %s", (_what, objects, isOffered) => {
    const [found] = findingsOf(skippedForItsAddress, { ...objects, entries: [byName, ...(objects.entries ?? [])] });
    expect(found).toBeDefined();
    expect(found?.detected.patch !== undefined).toBe(isOffered);
  });
});

describe("STL307 selector-without-resolution", () => {
  const none = aServiceEntry({ resolution: "NONE" });

  it.each([
    ["finds a fault for a selector with resolution NONE, which is also the default", none, 1],
    ["finds nothing for a selector with resolution STATIC", aServiceEntry(), 0],
    [
      "finds nothing for resolution NONE without a selector, which is usual for hosts outside the mesh",
      aServiceEntry({ resolution: "NONE", selector: null }),
      0,
    ],
    ["finds nothing for a Service", aKubernetesService(), 0],
  ])("STL307 %s", (_what, host, count) => expect(evidenceOfAll(selectorWithoutResolution, { hosts: [host] })).toHaveLength(count));

  const entries = [aMachine("vm")];
  const tcp = { ports: [anEntryPort({ protocol: "TCP" })] };

  it.each<[string, FindingObjects, object, boolean]>([
    ["one machine", { hosts: [none], entries }, { machines: 1, isByHostName: false, hasRange: false }, true],
    ["no machine", { hosts: [none], entries: [aMachine("vm", { specLabels: [["app", "b"]] })] }, { machines: 0 }, false],
    ["a machine with a host name", { hosts: [none], entries: [aMachine("vm", { address: "vm.example.com" })] }, { machines: 1, isByHostName: true }, false],
    ["a CIDR range, in which callers address one machine", { hosts: [{ ...none, addresses: ["10.0.0.0/16"] }], entries }, { hasRange: true }, false],
    ["the address of a machine as its own", { hosts: [{ ...none, addresses: ["10.0.0.1"] }], entries }, { machines: 1 }, false],
    ["a wildcard host, with which callers name one machine", { hosts: [{ ...none, hosts: ["*.example.com"] }], entries }, { machines: 1 }, false],
    ["TCP without an address, for which callers address one machine", { hosts: [{ ...none, ...tcp }], entries }, { machines: 1 }, false],
    ["TCP with an address of its own", { hosts: [{ ...none, ...tcp, addresses: ["10.2.0.1"] }], entries }, { machines: 1 }, true],
  ])("STL307 has a patch only if any machine may answer any call, for a service with %s", (_what, objects, evidence, isOffered) => {
    const [found] = findingsOf(selectorWithoutResolution, objects);
    expect(found?.detected.evidence).toMatchObject(evidence);
    expect(found?.detected.patch !== undefined).toBe(isOffered);
  });

  it("STL307 finds nothing after its patch", () => {
    expect(findingsOf(selectorWithoutResolution, { hosts: [none], entries })[0]?.detected.patch).toBeDefined();
    expect(leftAfterPatch(selectorWithoutResolution, { hosts: [none], entries })).toEqual([]);
  });
});

describe("STL308 round-robin-of-several", () => {
  const hosts = [aServiceEntry({ resolution: "DNS_ROUND_ROBIN" })];
  const entries = [aMachine("vm-1"), aMachine("vm-2")];

  it.each([
    ["finds a fault for a selector that matches two machines", { hosts, entries }, [{ sent: 2, lost: 1 }]],
    ["finds a fault for a selector that matches a machine and a Pod", { hosts, entries: [aMachine("vm-1")], pods: [aTablePod()] }, [{ sent: 2, lost: 1 }]],
    ["finds nothing for a selector that matches one machine", { hosts, entries: [aMachine("vm-1")] }, []],
    [
      "finds nothing for one healthy and one draining machine",
      { hosts, entries: [aMachine("vm-1"), aMachine("vm-2", { metadataLabels: [["istio.io/draining", "1"]] })] },
      [],
    ],
    ["finds nothing for two machines with resolution DNS", { hosts: [aServiceEntry({ resolution: "DNS" })], entries }, []],
  ])("STL308 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(roundRobinOfSeveralEndpoints, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL308 finds nothing after its patch", () => expect(leftAfterPatch(roundRobinOfSeveralEndpoints, { hosts, entries })).toEqual([]));

  it("STL308 has no patch with a traffic distribution, because istiod can panic with resolution DNS", () => {
    const [found] = findingsOf(roundRobinOfSeveralEndpoints, { hosts: [aServiceEntry({ resolution: "DNS_ROUND_ROBIN", distribution: "same-zone" })], entries });
    expect(found?.detected).toMatchObject({ evidence: { isOrdered: true } });
    expect(found?.detected).not.toHaveProperty("patch");
  });
});

import { expect, it } from "vitest";
import { aReport } from "@/lib/testing/entries";
import { aGateway, aMachine, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import type { FindingObjects } from "@/lib/testing/findings-world";
import { aDestinationRule, aKubernetesService, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { skippedForItsAddress } from "./skipped-for-its-address";

const byName = aMachine("vm", { address: "vm.example.com" });
const [entry, service] = [aServiceEntry(), aKubernetesService({ name: "s" })];

it.each([
  ["a host name under STATIC", [entry], byName, ["ServiceEntry/shop/a"]],
  ["a socket under STATIC", [entry], { ...byName, address: "unix:///run/a" }, ["ServiceEntry/shop/a"]],
  ["a host name for a Service", [service], byName, ["Service/shop/s"]],
  ["one that is unhealthy besides", [entry], { ...byName, gate: "true", health: aReport("False") }, ["ServiceEntry/shop/a"]],
  ["an address", [entry, service], { ...byName, address: "10.0.0.1" }, []],
  ["a host name under DNS", [aServiceEntry({ resolution: "DNS" })], byName, []],
  ["a host name whose labels differ", [entry], { ...byName, specLabels: [["app", "b"]] as const }, []],
  ["a host name under NONE, which takes nobody", [aServiceEntry({ resolution: "NONE" })], byName, []],
])("of %s", (_what, hosts, machine, of) => {
  expect(findingsOf(skippedForItsAddress, { hosts, entries: [machine] }).map(({ detected }) => detected.of)).toEqual(of);
});

it("has no patch for a socket", () => {
  const entries = [{ ...byName, address: "unix:///run/a" }];
  expect(findingsOf(skippedForItsAddress, { hosts: [entry], entries }).map(({ detected }) => detected.patch)).toEqual([undefined]);
});

it("its patch silences it; a Service has none", () => {
  expect(leftAfterPatch(skippedForItsAddress, { hosts: [entry], entries: [byName] })).toEqual([]);
  expect(findingsOf(skippedForItsAddress, { hosts: [service], entries: [byName] })[0]?.detected.patch).toBeUndefined();
});

const distributed = aServiceEntry({ distribution: "same-zone" });
const byLabels = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: ["topology.istio.io/zone"] } };
const outlier = { minHealthPercent: 0, maxEjectionPercent: null };

it.each<[string, FindingObjects, boolean]>([
  ["a service without such a setting", { hosts: [entry] }, true],
  ["a traffic distribution, with which istiod can crash", { hosts: [distributed] }, false],
  ["failoverPriority", { hosts: [entry], policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ balancer: byLabels, outlier }) })] } }, false],
  ["a CIDR range, which the API server refuses", { hosts: [{ ...entry, addresses: ["10.2.0.0/16"] }] }, false],
  ["a wildcard", { hosts: [{ ...entry, hosts: ["*.example.com"] }] }, false],
  ["a gateway of another network", { hosts: [entry], ...withGateways([aGateway()]) }, true],
  [
    "a gateway of the network of another machine, which a DNS service may not use",
    { hosts: [entry], entries: [aMachine("other", { network: "vpc-1" })], ...withGateways([aGateway()]) },
    false,
  ],
])("offers resolution DNS only if it is safe: %s", (_what, objects, isOffered) => {
  const [found] = findingsOf(skippedForItsAddress, { ...objects, entries: [byName, ...(objects.entries ?? [])] });
  expect(found).toBeDefined();
  expect(found?.detected.patch !== undefined).toBe(isOffered);
});

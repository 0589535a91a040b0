import { expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { aReport } from "@/lib/testing/entries";
import { aGateway, aMachine, evidenceOfAll, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aDestinationRule, aKubernetesService, aMesh, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { placeWithoutEffect } from "./place-without-effect";

const hosts = [aServiceEntry()];
const entries = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/b" })];
const off = { simple: "", zoneAware: null, locality: { isEnabled: false, distribute: null, failover: [], failoverPriority: [] } };
const on = { ...off, locality: { ...off.locality, isEnabled: true } };
const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });
const at = (locality: string, own: Partial<WorkloadEntry> = {}) => aMachine(`vm in ${locality}`, { locality, ...own });
const podAt = (locality: string, own: Partial<WorkloadPod> = {}) => {
  const labels = [
    ["app", "a"],
    ["topology.istio.io/locality", locality],
  ] as const;
  return aTablePod({ labels, ...own });
};
const draining = {
  specLabels: [
    ["app", "a"],
    ["istio.io/draining", "true"],
  ],
} as const;
const gated = withGateways([aGateway(), aGateway({ name: "east-west-2", network: "vpc-2", addresses: ["192.0.2.2"] })]);
const twoNetworks = [at("eu/a", { network: "vpc-1", serviceAccount: "web" }), at("eu/b", { network: "vpc-2", serviceAccount: "web" })];
const disable = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [] };
const OTHER = { specLabels: [["app", "b"]] } as const;
const registered = aMachine("registered", { ...OTHER, registrationGroup: "b", controller: "istiod-a" });
const hidden = [at("eu/a", { network: "vpc-1" }), at("eu/b", { network: "vpc-2" })];
const tunnelOnly = withGateways([aGateway({ tlsPort: null, tunnelPort: 15008 })], { podNetwork: "vpc-1", ambientMultiNetwork: true });

it.each([
  ["two zones and no rule", { hosts, entries }, [{ zones: ["eu/a", "eu/b"], rules: [] }]],
  ["a rule that ejects nobody", { hosts, entries, policies: ruled({}) }, [{ rules: ["shop/a"] }]],
  ["outlier detection", { hosts, entries, policies: ruled({ outlier: { minHealthPercent: 0, maxEjectionPercent: null } }) }, []],
  ["a traffic distribution", { hosts: [aServiceEntry({ distribution: "same-zone" })], entries }, []],
  ["a rule that switches place off, which is meant", { hosts, entries, policies: ruled({ balancer: off }) }, []],
  ["a mesh that switches it off", { hosts, entries, mesh: { settings: aMesh({ locality: null }), doubts: [] } }, []],
  ["one zone", { hosts, entries: entries.slice(0, 1) }, []],
  ["two zones, and a third whose only machine is draining", { hosts, entries: [...entries, at("eu/c", draining)] }, [{ zones: ["eu/a", "eu/b"] }]],
  ["two zones, where the only machine of one is draining", { hosts, entries: [at("eu/a"), at("eu/b", draining)] }, []],
  ["two zones, where the only machine of one is unhealthy", { hosts, entries: [at("eu/a"), at("eu/b", { gate: "true", health: aReport("False") })] }, []],
  ["two zones, where the only entry of one has no address and network", { hosts, entries: [at("eu/a"), at("eu/b", { address: "" })] }, []],
  [
    "two zones, where the only entry of one has no address and a network without a gateway",
    { hosts, entries: [at("eu/a"), at("eu/b", { address: "", network: "vpc-9" })], ...gated },
    [],
  ],
  [
    "two zones, where the only entry of one has no address and a network with a gateway",
    { hosts, entries: [at("eu/a"), at("eu/b", { address: "", network: "vpc-2", serviceAccount: "web" })], ...gated },
    [{ zones: ["eu/a", "eu/b"] }],
  ],
  ["two zones, one in each of two networks, with a gateway", { hosts, entries: twoNetworks, ...gated }, [{ zones: ["eu/a", "eu/b"] }]],
  ["two zones that callers without a network get: a registered entry names none", { hosts, entries: [...hidden, registered], ...tunnelOnly }, [{}]],
  [
    "two zones, of which each caller gets one: a hand-written entry without a network does not show its proxy",
    { hosts, entries: [...hidden, aMachine("b", OTHER)], ...tunnelOnly },
    [],
  ],
  [
    "two zones, one in each of two networks, and a policy that closes the gateways",
    { hosts, entries: twoNetworks, policies: { authentications: [disable] }, ...gated },
    [],
  ],
  [
    "two zones, and another object owns the host name without its port",
    { hosts: [...hosts, aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], ports: [anEntryPort({ name: "web" })] })], entries },
    [],
  ],
  ["two zones, where the only endpoint of one is a Pod", { hosts, entries: [at("eu/a")], pods: [podAt("eu/b")] }, [{ zones: ["eu/a", "eu/b"] }]],
  [
    "two zones, where an entry hides the only Pod of one from a ServiceEntry by its name",
    { hosts, entries: [at("eu/a"), aMachine("pod-1", { specLabels: [["app", "other"]] })], pods: [podAt("eu/b")] },
    [],
  ],
  [
    "two zones, where an unhealthy entry does not hide the only Pod of one",
    { hosts, entries: [at("eu/a"), aMachine("pod-1", { specLabels: [["app", "other"]], gate: "true", health: null })], pods: [podAt("eu/b")] },
    [{ zones: ["eu/a", "eu/b"] }],
  ],
  ["two zones, where the only Pod of one is not ready", { hosts: [aKubernetesService()], entries: [at("eu/a")], pods: [podAt("eu/b", { ready: false })] }, []],
  [
    "two zones, where a Service publishes the only Pod of one, which is not ready",
    { hosts: [aKubernetesService({ publishesUnready: true })], entries: [at("eu/a")], pods: [podAt("eu/b", { ready: false })] },
    [{ zones: ["eu/a", "eu/b"] }],
  ],
  ["a zone and machines without a place", { hosts, entries: [...entries.slice(0, 1), aMachine("vm-3")] }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(placeWithoutEffect, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it.each([
  ["a ServiceEntry", { hosts, entries }],
  ["a Service", { hosts: [aKubernetesService()], entries }],
  ["a rule that sets a locality and ejects nobody", { hosts, entries, policies: ruled({ balancer: on }) }],
])("its patch of %s silences it", (_what, objects) => {
  expect(evidenceOfAll(placeWithoutEffect, objects)).toHaveLength(1);
  expect(leftAfterPatch(placeWithoutEffect, objects)).toEqual([]);
});

const labelled = { ...on, locality: { ...on.locality, failoverPriority: ["topology.istio.io/network"] } };
const dns = [aServiceEntry({ resolution: "DNS" })];

it.each([
  ["a ServiceEntry with STATIC", { hosts, entries }, "distribution", "ServiceEntry"],
  ["a ServiceEntry with DNS, which a traffic distribution makes dangerous", { hosts: dns, entries }, "outlier-detection", null],
  ["a DNS service whose rule sets a locality", { hosts: dns, entries, policies: ruled({ balancer: on }) }, "outlier-detection", "DestinationRule"],
  ["a DNS service whose rule has failoverPriority", { hosts: dns, entries, policies: ruled({ balancer: labelled }) }, "none", null],
  ["a STATIC service whose rule has failoverPriority", { hosts, entries, policies: ruled({ balancer: labelled }) }, "outlier-detection", "DestinationRule"],
])("of %s, the setting that helps is in the evidence and in the patch", (_what, objects, remedy, kind) => {
  const [found] = findingsOf(placeWithoutEffect, objects);
  expect(found?.detected.evidence).toMatchObject({ remedy });
  const patch = found?.detected.patch;
  expect(patch !== undefined && "kind" in patch ? patch.kind : null).toBe(kind);
});

import { expect, it } from "vitest";
import type { Rule } from "@/lib/domain/findings/rule";
import { aMachine, cannotTell, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aDestinationRule, aKubernetesService, aMesh, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { distributeWithoutEndpoints } from "./distribute-without-endpoints";
import { failoverCannotEject } from "./failover-cannot-eject";
import { failoverWithoutPeer } from "./failover-without-peer";
import { machinesWithoutPlace } from "./machines-without-place";
import { placeWithoutEffect } from "./place-without-effect";
import { singleZoneHost } from "./single-zone-host";

const hosts = [aServiceEntry()];
const elsewhere = aMachine("other", { specLabels: [["app", "b"]], locality: "eu/b" });
const two = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/a" })];
const pods = [aTablePod({ node: "node-1" })];
const locality = { isEnabled: true, distribute: null, failover: [{ from: "eu", to: "us" }], failoverPriority: [] };
const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });
const failover = ruled({ outlier, balancer: { simple: "", zoneAware: null, locality } });
const distribute = [{ from: "us/*", to: [["us/*", 100] as const] }];
const shares = ruled({ balancer: { simple: "", zoneAware: null, locality: { ...locality, failover: [], distribute } } });
/** The Node of the Pod is in this place, or not visible. */
const placed = (place: string) => ({ mesh: { settings: aMesh({ nodeLocalities: new Map([["node-1", place]]) }), doubts: [] } });
const hidden = { mesh: { settings: aMesh(), doubts: [] }, unseen: { nodes: "all" } } as const;

/** Each world has a finding or none with the place of its Pod, and no answer without it. */
it.each([
  [singleZoneHost, { hosts, entries: [...two, elsewhere], pods }, { "eu/a/": 1, "eu/b/": 0 }],
  [failoverCannotEject, { hosts, entries: two, pods, policies: failover }, { "eu/a/": 0, "eu/b/": 1 }],
  [failoverWithoutPeer, { hosts, entries: two, pods, policies: failover }, { "eu/a/": 1, "us/a/": 0 }],
  [placeWithoutEffect, { hosts, entries: two, pods }, { "eu/a/": 0, "eu/b/": 1 }],
  [machinesWithoutPlace, { hosts, entries: [aMachine("vm-1")], pods, policies: failover }, { "": 0, "eu/b/": 1 }],
  [distributeWithoutEndpoints, { hosts, entries: two, pods, policies: shares }, { "us/a/": 0, "eu/b/": 1 }],
] as const)("$code cannot tell without the Nodes of Pods", (rule: Rule<"host">, world, byPlace) => {
  for (const [place, count] of Object.entries(byPlace)) expect([place, evidenceOfAll(rule, { ...world, ...placed(place) }).length]).toEqual([place, count]);
  expect([evidenceOfAll(rule, { ...world, ...hidden }), cannotTell(rule, { ...world, ...hidden })]).toEqual([[], true]);
  expect(cannotTell(rule, { ...world, pods: [], ...hidden })).toBe(false);
});

it("STL403 cannot tell of a Service without its EndpointSlices, whose addresses can be elsewhere", () => {
  const service = { hosts: [aKubernetesService()], entries: [...two, elsewhere] };
  expect(evidenceOfAll(singleZoneHost, service)).toHaveLength(1);
  expect(cannotTell(singleZoneHost, { ...service, unseen: { endpointslices: ["shop"] } })).toBe(true);
  expect(cannotTell(singleZoneHost, { hosts, entries: [...two, elsewhere], unseen: { endpointslices: ["shop"] } })).toBe(false);
});

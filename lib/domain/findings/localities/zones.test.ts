import { expect, it } from "vitest";
import { aMachine } from "@/lib/testing/finding-cases";
import { findingHost, findingsWorld } from "@/lib/testing/findings-world";
import { aTablePod } from "@/lib/testing/hosts";
import { aKubernetesService, aMesh, aServiceEntry } from "@/lib/testing/selection";
import { hasRegionOrZone, zoneEndpointCount, zoneName, zonesOfService } from "./zones";

it("zonesOfService counts machines and Pods by zone, the largest zone first", () => {
  const entries = ["eu/b", "eu/a/s", "eu/a/t", ""].map((locality, at) => aMachine(`vm-${at}`, { locality }));
  const pods = [aTablePod({ node: "node-1" }), aTablePod({ name: "pod-2", uid: "2", node: "node-1", ready: false } as object)];
  const mesh = { settings: aMesh({ nodeLocalities: new Map([["node-1", "eu/a/"]]) }), doubts: [] };
  const zones = zonesOfService(findingHost(aServiceEntry()), findingsWorld({ entries, pods, mesh, hosts: [aServiceEntry()] }));
  expect(zones.map((zone) => [zoneName(zone), zone.machines, zone.pods, zoneEndpointCount(zone), hasRegionOrZone(zone)])).toEqual([
    ["eu/a", 2, 1, 3, true],
    ["", 1, 0, 1, false],
    ["eu/b", 1, 0, 1, true],
  ]);
});

it("zonesOfService counts only Pods that istiod sends to callers as healthy", () => {
  const entries = [aMachine("pod-2", { specLabels: [["app", "other"]] })];
  const pods = [aTablePod(), aTablePod({ name: "pod-2" }), aTablePod({ name: "pod-3", ready: false })];
  const hosts = [aServiceEntry(), aKubernetesService(), aKubernetesService({ name: "published", publishesUnready: true })];
  const world = findingsWorld({ entries, pods, hosts });
  expect(hosts.map((host) => zonesOfService(findingHost(host), world).reduce((sum, zone) => sum + zone.pods, 0))).toEqual([1, 2, 3]);
});

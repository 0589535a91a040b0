import { expect, it } from "vitest";
import type { Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import { aReport } from "@/lib/testing/entries";
import { aMachine } from "@/lib/testing/finding-cases";
import { findingHost, findingsWorld } from "@/lib/testing/findings-world";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { endpointsOf } from "./entry-endpoints";

const named = aKubernetesService({ ports: [aServicePort({ target: 8080 }), aServicePort({ name: "admin", number: 81, target: "admin" })] });

it.each([
  ["a machine with an account", aServiceEntry(), aMachine("vm", { serviceAccount: "web" }), [[80, 80, "mutual", null]]],
  ["a machine without one, for a host outside the mesh", aServiceEntry({ isExternal: true }), aMachine("vm"), [[80, 80, "plain", "external"]]],
  ["a machine that lacks a named port", named, aMachine("vm"), [[80, 8080, "plain", "no-account"]]],
  ["one that is unhealthy", aServiceEntry(), aMachine("vm", { gate: "true", health: aReport("False") }), []],
  ["one without an address and a network", aServiceEntry(), aMachine("vm", { address: "" }), []],
  ["one that is not taken", aServiceEntry(), aMachine("vm", { specLabels: [] }), []],
])("of %s", (_what, selector, entry, expected) => {
  expect(
    endpointsOf(entry, findingHost(selector), findingsWorld({ hosts: [selector] })).map(({ port, ends, tls }) => [port, ends, tls.sends, tls.gatewayClosed]),
  ).toEqual(expected);
});

/** An older object with the host name and another selector. */
const older = (own: Partial<ServiceEntry>) =>
  aServiceEntry({ createdAt: 1, selector: [["app", "b"]], ports: [anEntryPort({ name: "http", number: 80 })], ...own });
const newer = aServiceEntry({ name: "newer", createdAt: 2, ports: [anEntryPort({ name: "http", number: 8443 })] });

it.each<[string, Selector[], readonly unknown[]]>([
  ["the port of the older object, which has the name", [older({})], [[80, "mutual"]]],
  ["the TLS of the older object", [older({ isExternal: true })], [[80, "plain"]]],
  ["nothing on a port that the older object lacks", [older({ ports: [anEntryPort({ name: "other" })] })], []],
  ["its own port where no other object has the host name", [], [[8443, "mutual"]]],
])("of an object whose host name an older one has, it has %s", (_what, others, expected) => {
  const world = findingsWorld({ hosts: [...others, newer] });
  const made = endpointsOf(aMachine("vm", { serviceAccount: "web" }), findingHost(newer), world);
  expect(made.map(({ port, tls }) => [port, tls.sends])).toEqual(expected);
});

it("has the TLS of the rule for the owner's port", () => {
  const ports = [{ port: 80, tls: "DISABLE", outlier: null, balancer: null }];
  const rules = [aDestinationRule({ host: newer.hosts[0] ?? "", policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL", ports }) })];
  const world = findingsWorld({ hosts: [older({}), newer], policies: { rules } });
  expect(endpointsOf(aMachine("vm", { serviceAccount: "web" }), findingHost(newer), world).map(({ tls }) => tls.sends)).toEqual(["plain"]);
});

import { describe, expect, it } from "vitest";
import type { MeshService, ServiceEntry } from "@/lib/domain/selection/objects";
import { aReport } from "@/lib/testing/entries";
import { aMachine, cannotTell, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { findingHost, findingsWorld } from "@/lib/testing/findings-world";
import { aDestinationRule, aKubernetesService, aMesh, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { endpointsOfMachine, externalWithAccounts, refusedByPolicy } from "./mutual-tls";

describe("the endpoints of a machine", () => {
  const named = aKubernetesService({ ports: [aServicePort({ target: 8080 }), aServicePort({ name: "admin", number: 81, target: "admin" })] });

  it.each([
    ["a machine with an account", aServiceEntry(), aMachine("vm", { serviceAccount: "web" }), [[80, 80, "mutual", null]]],
    ["a machine of a MESH_EXTERNAL service", aServiceEntry({ isExternal: true }), aMachine("vm"), [[80, 80, "plain", "external"]]],
    ["a machine that does not have a named port", named, aMachine("vm"), [[80, 8080, "plain", "no-account"]]],
    ["an unhealthy machine: none", aServiceEntry(), aMachine("vm", { gate: "true", health: aReport("False") }), []],
    ["a machine with neither address nor network: none", aServiceEntry(), aMachine("vm", { address: "" }), []],
    ["a machine that the service does not select: none", aServiceEntry(), aMachine("vm", { specLabels: [] }), []],
  ])("the endpoints of a machine have the right port numbers and TLS for %s", (_what, selector, entry, expected) => {
    expect(
      endpointsOfMachine(entry, findingHost(selector), findingsWorld({ hosts: [selector] })).map(({ port, ends, tls }) => [
        port,
        ends,
        tls.sends,
        tls.gatewayClosed,
      ]),
    ).toEqual(expected);
  });

  /** An older object with the host name and another selector. */
  const older = (own: Partial<ServiceEntry>) =>
    aServiceEntry({ createdAt: 1, selector: [["app", "b"]], ports: [anEntryPort({ name: "http", number: 80 })], ...own });
  const newer = aServiceEntry({ name: "newer", createdAt: 2, ports: [anEntryPort({ name: "http", number: 8443 })] });

  it.each<[string, MeshService[], readonly unknown[]]>([
    ["the port number of the older object, for the port's name", [older({})], [[80, "mutual"]]],
    ["the TLS of the older object", [older({ isExternal: true })], [[80, "plain"]]],
    ["no endpoint on a port that the older object does not have", [older({ ports: [anEntryPort({ name: "other" })] })], []],
    ["its own port where no other object has the host name", [], [[8443, "mutual"]]],
  ])("the endpoints of a machine have %s if an older object defines the host name", (_what, others, expected) => {
    const world = findingsWorld({ hosts: [...others, newer] });
    const made = endpointsOfMachine(aMachine("vm", { serviceAccount: "web" }), findingHost(newer), world);
    expect(made.map(({ port, tls }) => [port, tls.sends])).toEqual(expected);
  });

  it("the endpoints of a machine have the TLS mode of the DestinationRule for the port of the older object", () => {
    const ports = [{ port: 80, tls: "DISABLE", outlier: null, balancer: null }];
    const rules = [aDestinationRule({ host: newer.hosts[0] ?? "", policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL", ports }) })];
    const world = findingsWorld({ hosts: [older({}), newer], policies: { rules } });
    expect(endpointsOfMachine(aMachine("vm", { serviceAccount: "web" }), findingHost(newer), world).map(({ tls }) => tls.sends)).toEqual(["plain"]);
  });
});

describe("STL309 external-with-accounts", () => {
  const hosts = [aServiceEntry({ isExternal: true })];
  const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });
  const disable = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "DISABLE", ports: [] };
  const withAccount = aMachine("vm", { serviceAccount: "web" });

  it.each([
    ["finds a fault for a machine with a service account", { hosts, entries: [withAccount, aMachine("other")] }, [{ machines: 1 }]],
    [
      "finds a fault for a machine with the label tlsMode=istio",
      { hosts, entries: [aMachine("vm", { metadataLabels: [["security.istio.io/tlsMode", "istio"]] })] },
      [{ machines: 1 }],
    ],
    ["finds nothing for machines without service accounts", { hosts, entries: [aMachine("vm")] }, []],
    [
      "finds nothing for a machine with a service account and the label tlsMode=disabled",
      { hosts, entries: [{ ...withAccount, metadataLabels: [["security.istio.io/tlsMode", "disabled"]] as const }] },
      [],
    ],
    ["finds nothing for a MESH_INTERNAL service", { hosts: [aServiceEntry()], entries: [withAccount] }, []],
    ["finds nothing for a DestinationRule with ISTIO_MUTUAL", { hosts, entries: [withAccount], policies: ruled({ tls: "ISTIO_MUTUAL" }) }, []],
    ["finds nothing for a DestinationRule with DISABLE, which decides the TLS", { hosts, entries: [withAccount], policies: ruled({ tls: "DISABLE" }) }, []],
    ["finds a fault for a DestinationRule without a TLS mode", { hosts, entries: [withAccount], policies: ruled({}) }, [{ ports: ["80"] }]],
    ["finds nothing for a namespace whose PeerAuthentication is DISABLE", { hosts, entries: [withAccount], policies: { authentications: [disable] } }, []],
  ])("STL309 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(externalWithAccounts, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL309 finds nothing after its patch", () => expect(leftAfterPatch(externalWithAccounts, { hosts, entries: [withAccount] })).toEqual([]));

  const older = (own: Parameters<typeof aServiceEntry>[0]) => aServiceEntry({ name: "older", createdAt: 1, selector: [["app", "b"]], ...own });
  const newer = aServiceEntry({ createdAt: 2 });

  it.each([
    ["an older object makes the host name MESH_EXTERNAL", { hosts: [newer, older({ isExternal: true })] }, [{ machines: 1, ports: ["80"] }]],
    ["an older object makes the host name MESH_INTERNAL", { hosts: [{ ...newer, isExternal: true }, older({})] }, []],
    ["an object of another namespace defines the host name", { hosts: [newer, older({ namespace: "web", isExternal: true })] }, []],
    ["the older object does not have the port", { hosts: [newer, older({ isExternal: true, ports: [anEntryPort({ name: "web", number: 81 })] })] }, []],
  ])("STL309 checks the object that defines the host name for callers: %s", (_what, objects, evidence) => {
    const found = findingsOf(externalWithAccounts, { ...objects, entries: [withAccount] }).filter(({ subject }) => subject === "ServiceEntry/shop/a");
    expect(found.map(({ detected }) => detected.evidence)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL309 has a patch of the object that makes the host name MESH_EXTERNAL", () => {
    const objects = { hosts: [newer, older({ isExternal: true })], entries: [withAccount] };
    const [finding] = findingsOf(externalWithAccounts, objects);
    expect([finding?.detected.objects.map(({ name }) => name), finding?.detected.patch]).toMatchObject([["a", "older"], { name: "older" }]);
    expect(leftAfterPatch(externalWithAccounts, objects)).toEqual([]);
  });

  it("STL309 has no patch if two objects make host names of the service MESH_EXTERNAL, because one patch changes one of them", () => {
    const both = { ...newer, hosts: [...newer.hosts, "b.test"], isExternal: true };
    const found = findingsOf(externalWithAccounts, { hosts: [both, older({ isExternal: true })], entries: [withAccount] });
    const [finding] = found.filter(({ subject }) => subject === "ServiceEntry/shop/a");
    expect([finding?.detected.objects.map(({ name }) => name), finding?.detected.patch]).toEqual([["a", "older"], undefined]);
  });
});

describe("STL317 refused-by-policy", () => {
  const strict = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] };
  const [hosts, entries] = [[aServiceEntry()], [aMachine("hsm")]];
  const withAccount = [aMachine("hsm", { serviceAccount: "web" })];
  const mutual = aDestinationRule({ policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL" }) });
  const older = aServiceEntry({ name: "older", createdAt: 1, selector: [["app", "b"]], ports: [anEntryPort({ name: "http", number: 80 })] });
  const newer = aServiceEntry({ name: "newer", createdAt: 2, ports: [anEntryPort({ name: "http", number: 8443 })] });
  const newer80 = aServiceEntry({ name: "newer", createdAt: 2 });
  const both = [aMachine("hsm", { serviceAccount: "web" }), aMachine("plain")];
  const originalDestination = aServiceEntry({ name: "older", createdAt: 1, selector: null, resolution: "NONE" });
  const headless = aKubernetesService({ name: "api", isHeadless: true, selector: [["app", "b"]], ports: [aServicePort({ name: "web", number: 81 })] });
  const besideHeadless = aServiceEntry({ hosts: ["api.shop.svc.cluster.local"], ports: [anEntryPort({ name: "web", number: 81 })] });
  const plainOn80 = aDestinationRule({ policy: aTrafficPolicy({ ports: [{ port: 80, tls: "DISABLE", outlier: null, balancer: null }] }) });

  it.each([
    [
      "finds a fault for STRICT and an entry without a service account",
      { hosts, entries, policies: { authentications: [strict] } },
      [{ sends: "plain", takes: "STRICT", ports: ["80"], because: "no-account" }],
    ],
    [
      "finds a fault for STRICT in the root namespace",
      { hosts, entries, policies: { authentications: [{ ...strict, namespace: "istio-system" }] } },
      [{ takes: "STRICT" }],
    ],
    [
      "finds a fault for STRICT and a MESH_EXTERNAL host",
      { hosts: [aServiceEntry({ isExternal: true })], entries: withAccount, policies: { authentications: [strict] } },
      [{ sends: "plain", because: "external" }],
    ],
    [
      "finds a fault for DISABLE and a DestinationRule that makes callers use mutual TLS",
      { hosts, entries, policies: { authentications: [{ ...strict, mode: "DISABLE" }], rules: [mutual] } },
      [{ sends: "mutual", takes: "DISABLE", because: "destination-rule" }],
    ],
    [
      "finds a fault for STRICT and a DestinationRule for the older object's port that the machine's port joins",
      { hosts: [older, newer], entries: withAccount, policies: { authentications: [strict], rules: [plainOn80] } },
      [{ sends: "plain", takes: "STRICT", ports: ["80"] }],
    ],
    [
      "finds a fault for STRICT and a label that turns mTLS off",
      {
        hosts,
        entries: [aMachine("hsm", { serviceAccount: "web", metadataLabels: [["security.istio.io/tlsMode", "disabled"]] })],
        policies: { authentications: [strict] },
      },
      [{ sends: "plain", because: "label" }],
    ],
    [
      "finds a fault for STRICT and enableAutoMtls off",
      { hosts, entries: withAccount, policies: { authentications: [strict] }, mesh: { settings: aMesh({ autoMtls: false }), doubts: [] } },
      [{ sends: "plain", because: "auto-mtls-off" }],
    ],
    [
      "finds a fault for STRICT and resolution NONE, if another endpoint of the host name has no service account",
      { hosts: [originalDestination, newer80], entries: both, policies: { authentications: [strict] } },
      [
        { sends: "plain", because: "unmarked-endpoint", account: "web" },
        { sends: "plain", because: "unmarked-endpoint", account: "" },
      ],
    ],
    [
      "finds nothing for STRICT and resolution NONE, if every endpoint of the host name has a service account",
      { hosts: [originalDestination, newer80], entries: withAccount, policies: { authentications: [strict] } },
      [],
    ],
    [
      "finds nothing for STRICT if a headless Service defines the host name",
      { hosts: [headless, besideHeadless], entries, policies: { authentications: [strict] } },
      [],
    ],
    ["finds nothing for STRICT and an entry with a service account", { hosts, entries: withAccount, policies: { authentications: [strict] } }, []],
    ["finds nothing for STRICT in another namespace", { hosts, entries, policies: { authentications: [{ ...strict, namespace: "other" }] } }, []],
    ["finds nothing for a PERMISSIVE policy", { hosts, entries, policies: { authentications: [{ ...strict, mode: "PERMISSIVE" }] } }, []],
    ["finds nothing without a policy", { hosts, entries }, []],
  ])("STL317 %s", (_what, objects, evidence) => expect(evidenceOfAll(refusedByPolicy, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

  it.each([
    ["cannot tell", [originalDestination, newer80], true],
    ["can tell", hosts, false],
  ])("STL317: %s without Pods if callers of these objects use one TLS mode for all endpoints, or not", (_what, objects, expected) => {
    const world = { hosts: objects, entries: both, policies: { authentications: [strict] }, unseen: { "workload-pods": "all" } as const };
    expect(cannotTell(refusedByPolicy, world)).toBe(expected);
  });
});

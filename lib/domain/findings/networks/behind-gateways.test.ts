import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { aGroup } from "@/lib/testing/entries";
import { aGateway, aMachine, evidenceOfAll, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { aDestinationRule, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { externalBehindGateway, networkLabelWithoutNetwork, unmarkedBehindGateway } from "./behind-gateways";

describe("STL503 network-label-without-network", () => {
  const labelled = (network: string) => aMachine("vm", { network, specLabels: [["topology.istio.io/network", "vpc-1"]] });

  it.each([
    ["finds a fault for a network label without spec.network", labelled(""), [{ label: "vpc-1", network: "", hasAccount: false }]],
    ["finds a fault for a network label that differs from spec.network", labelled("vpc-2"), [{ label: "vpc-1", network: "vpc-2", hasAccount: false }]],
    ["finds nothing for a network label equal to spec.network", labelled("vpc-1"), []],
    ["finds nothing for spec.network without a label", aMachine("vm", { network: "vpc-1" }), []],
    ["finds nothing for an empty network label", aMachine("vm", { specLabels: [["topology.istio.io/network", ""]] }), []],
  ])("STL503 %s", (_what, entry, evidence) => expect(evidenceOfAll(networkLabelWithoutNetwork, { entries: [entry] })).toEqual(evidence));

  it.each([
    ["an account, and no network", { ...labelled(""), serviceAccount: "web" }, true],
    ["no account, which a gateway would need", labelled(""), false],
    ["another network, which may be the right one", { ...labelled("vpc-2"), serviceAccount: "web" }, false],
  ])("STL503 finds a fault, and has a patch only for an entry with an account and without a network: %s", (_what, entry, isOffered) => {
    const patches = findingsOf(networkLabelWithoutNetwork, { entries: [entry] }).map(({ detected }) => detected.patch);
    expect(patches.map((patch) => patch !== undefined)).toEqual([isOffered]);
    expect(leftAfterPatch(networkLabelWithoutNetwork, { entries: [entry] })).toEqual([]);
  });
});

describe("STL504 unmarked-behind-gateway", () => {
  const hosts = [aServiceEntry()];
  const machine = (own = {}) => aMachine("vm", { network: "vpc-1", ...own });
  const marked = machine({ serviceAccount: "web" });
  const gated = withGateways([aGateway()]);
  const disable = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [["app", "a"]] as const, mode: "DISABLE", ports: [] };
  const twoPorts = [aServiceEntry({ ports: [anEntryPort(), anEntryPort({ name: "tls", number: 443 })] })];
  const mutualOn443 = { port: 443, tls: "ISTIO_MUTUAL", outlier: null, balancer: null };
  const olderDns = aServiceEntry({ name: "old", createdAt: -1, selector: [["app", "old"]], resolution: "DNS" });
  const OTHER = { specLabels: [["app", "b"]] } as const;
  const registered = aMachine("registered", { ...OTHER, registrationGroup: "b", controller: "istiod-a" });
  const near = withGateways([aGateway()], { podNetwork: "vpc-1" });
  const near129 = withGateways([aGateway()], { podNetwork: "vpc-1", istioVersion: "1.29.1" });

  it.each([
    [
      "finds a fault for a machine without a service account",
      { hosts, entries: [machine()], ...gated },
      [{ network: "vpc-1", because: "no-account", ports: ["80"], isEveryPort: true }],
    ],
    [
      "finds a fault for a machine with a label that turns mTLS off",
      { hosts, entries: [{ ...marked, metadataLabels: [["security.istio.io/tlsMode", "disabled"]] as const }], ...gated },
      [{ because: "label" }],
    ],
    [
      "finds a fault for a machine with a DestinationRule that turns mTLS off",
      { hosts, entries: [marked], policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE" }) })] }, ...gated },
      [{ because: "destination-rule" }],
    ],
    [
      "finds a fault for a machine with a PeerAuthentication that turns mTLS off",
      { hosts, entries: [marked], policies: { authentications: [disable] }, ...gated },
      [{ because: "peer-authentication" }],
    ],
    [
      "finds a fault for a machine with a DestinationRule with ISTIO_MUTUAL, but without a service account",
      { hosts, entries: [machine()], policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL" }) })] }, ...gated },
      [{ because: "no-account", isGatewaySent: false }],
    ],
    [
      "finds a fault for a machine in a mesh with enableAutoMtls off",
      { hosts, entries: [marked], ...withGateways([aGateway()], { autoMtls: false }) },
      [{ because: "auto-mtls-off", isGatewaySent: true }],
    ],
    [
      "finds a fault for a machine with a PERMISSIVE policy in a namespace with DISABLE",
      {
        hosts,
        entries: [marked],
        policies: {
          authentications: [
            { ...disable, selector: [] },
            { ...disable, name: "own", mode: "PERMISSIVE" },
          ],
        },
        ...gated,
      },
      [{ because: "peer-authentication", isGatewaySent: true }],
    ],
    [
      "finds a fault for a machine with a DestinationRule that turns mTLS off for one of two ports",
      {
        hosts: twoPorts,
        entries: [marked],
        policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE", ports: [mutualOn443] }) })] },
        ...gated,
      },
      [{ because: "destination-rule", ports: ["80"], isEveryPort: false, plainPorts: [], isGatewaySent: false }],
    ],
    [
      "finds a fault for a machine with a PeerAuthentication that turns mTLS off for one of two ports",
      { hosts: twoPorts, entries: [marked], policies: { authentications: [{ ...disable, mode: "PERMISSIVE", ports: [[443, "DISABLE"]] as const }] }, ...gated },
      [{ because: "peer-authentication", ports: ["443"], isEveryPort: false, isGatewaySent: false }],
    ],
    [
      "finds a fault for a machine with enableAutoMtls off, and a DestinationRule with mTLS for one of two ports",
      {
        hosts: twoPorts,
        entries: [marked],
        policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ ports: [mutualOn443] }) })] },
        ...withGateways([aGateway()], { autoMtls: false }),
      },
      [{ because: "auto-mtls-off", ports: ["80"], isEveryPort: false, plainPorts: ["80"], isGatewaySent: true }],
    ],
    [
      "finds nothing for a machine without a service account, if an older DNS object defines the host name",
      { hosts: [...hosts, olderDns], entries: [machine()], ...gated },
      [],
    ],
    [
      "finds nothing for a machine with a MESH_EXTERNAL service, which another rule reports",
      { hosts: [aServiceEntry({ isExternal: true })], entries: [marked], ...gated },
      [],
    ],
    ["finds nothing for a machine with a service account", { hosts, entries: [marked], ...gated }, []],
    [
      "finds nothing for a machine in a network without a gateway, which callers reach directly",
      { hosts, entries: [machine({ network: "vpc-2" })], ...gated },
      [],
    ],
    ["finds nothing for a machine without a network, which all callers reach directly", { hosts, entries: [machine({ network: "" })], ...gated }, []],
    [
      "finds nothing for a machine if no caller is in another network",
      { hosts, entries: [machine()], ...withGateways([aGateway()], { podNetwork: "vpc-1" }) },
      [],
    ],
    [
      "finds a fault for a machine with callers without a network: the proxy of a registered entry",
      { hosts, entries: [machine(), registered], ...near },
      [{ because: "no-account" }],
    ],
    [
      "finds nothing for a machine with callers without a network, to which istiod before 1.30 sends the machine itself",
      { hosts, entries: [machine(), registered], ...near129 },
      [],
    ],
    [
      "finds nothing for a machine if the only other entry is hand-written without a network, so that its proxy's network is not known",
      { hosts, entries: [machine(), aMachine("b", OTHER)], ...near },
      [],
    ],
    [
      "finds nothing for a machine of a DNS service, if the API does not show the gateways that istiod uses for it",
      { hosts: [aServiceEntry({ resolution: "DNS" })], entries: [machine()], ...withGateways([aGateway()], { gatewaysServeDns: null }) },
      [],
    ],
    [
      "finds nothing for a machine of a DNS service for which istiod uses no gateways",
      { hosts: [aServiceEntry({ resolution: "DNS" })], entries: [machine()], ...gated },
      [],
    ],
    ["finds nothing for a machine that no service selects", { hosts: [], entries: [machine()], ...gated }, []],
  ])("STL504 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(unmarkedBehindGateway, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL504 finds nothing if Pods are in the machine's network, unless other machines are in another network", () => {
    const world = withGateways([aGateway()], { podNetwork: "vpc-1" });
    const far = aMachine("far", { network: "vpc-2", specLabels: [["app", "b"]] });
    expect(evidenceOfAll(unmarkedBehindGateway, { hosts, entries: [machine(), far], ...world })).toHaveLength(1);
  });

  it("STL504 finds only the machine that istiod keeps with DNS_ROUND_ROBIN: the first healthy one of the oldest object", () => {
    const inline = { ...aGroup().template, address: "10.9.0.1", network: "" };
    const roundRobin = aServiceEntry({ name: "older", createdAt: 0, resolution: "DNS_ROUND_ROBIN", exportTo: ["*"] });
    const owner = aServiceEntry({ name: "owner", createdAt: 1, selector: null, endpoints: [inline], exportTo: ["."] });
    const [first, second] = [aMachine("vm-a", { network: "vpc-1" }), aMachine("vm-b", { network: "vpc-1" })];
    const found = (entries: readonly WorkloadEntry[], all = [roundRobin, owner]) =>
      findingsOf(unmarkedBehindGateway, { hosts: all, entries, ...gated }).map(({ subject }) => subject);
    expect(found([first, second])).toEqual(["shop/vm-a"]);
    expect(found([{ ...first, gate: "true", health: null }, second])).toEqual(["shop/vm-b"]);
    expect(found([first, second], [{ ...roundRobin, createdAt: 2 }, owner])).toEqual([]);
  });
});

describe("STL505 external-behind-gateway", () => {
  const hosts = [aServiceEntry({ isExternal: true })];
  const entries = [aMachine("vm", { network: "vpc-1" })];
  const marked = [aMachine("vm", { network: "vpc-1", serviceAccount: "web" })];
  const unhealthy = aMachine("vm-2", { network: "vpc-1", gate: "true", health: null });
  const gated = withGateways([aGateway()]);
  const near = withGateways([aGateway()], { podNetwork: "vpc-1" });
  const registered = aMachine("b", { specLabels: [["app", "b"]], registrationGroup: "b", controller: "istiod-a" });

  it.each([
    ["finds a fault for a MESH_EXTERNAL object with machines behind a gateway", { hosts, entries, ...gated }, [{ networks: ["vpc-1"], machines: 1 }]],
    [
      "finds a fault for machines that the proxy of a registered entry without a network reaches through a gateway",
      { hosts, entries: [...entries, registered], ...near },
      [{ machines: 1 }],
    ],
    ["finds nothing for machines whose only callers are in their own network", { hosts, entries, ...near }, []],
    ["finds nothing for a MESH_INTERNAL object", { hosts: [aServiceEntry()], entries, ...gated }, []],
    ["finds nothing for machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
    ["finds a fault for a healthy machine, and does not count an unhealthy one", { hosts, entries: [...entries, unhealthy], ...gated }, [{ machines: 1 }]],
    ["finds nothing for machines that are all unhealthy", { hosts, entries: [unhealthy], ...gated }, []],
    [
      "finds nothing for an object whose host name an older object makes MESH_INTERNAL",
      { hosts: [...hosts, aServiceEntry({ name: "old", createdAt: -1, selector: null })], entries, ...gated },
      [],
    ],
    [
      "finds a fault for a MESH_INTERNAL object whose host name an older object makes MESH_EXTERNAL",
      { hosts: [aServiceEntry(), aServiceEntry({ name: "old", createdAt: -1, selector: null, isExternal: true })], entries, ...gated },
      [{ networks: ["vpc-1"], machines: 1 }],
    ],
    [
      "finds nothing for resolution DNS, for which istiod uses no gateways",
      { hosts: [aServiceEntry({ isExternal: true, resolution: "DNS" })], entries, ...gated },
      [],
    ],
  ])("STL505 %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(externalBehindGateway, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL505 has a patch of the object that defines the host name", () => {
    const old = aServiceEntry({ name: "old", createdAt: -1, selector: null, isExternal: true });
    const objects = { hosts: [aServiceEntry(), old], entries: marked, ...gated };
    expect(findingsOf(externalBehindGateway, objects).map(({ detected }) => detected.patch)).toEqual([
      { kind: "ServiceEntry", namespace: "shop", name: "old", type: "merge", body: { spec: { location: "MESH_INTERNAL" } } },
    ]);
    expect(leftAfterPatch(externalBehindGateway, objects)).toEqual([]);
  });

  it.each([
    ["one machine with an account", marked, 0, true],
    ["one machine with an account, and one without", [...marked, aMachine("vm-2", { network: "vpc-1" })], 1, true],
    ["no machine with an account, to which no gateway leads with MESH_INTERNAL either", entries, 1, false],
  ])("STL505 finds a fault, and has a patch if a gateway leads to a machine after it: %s", (_what, all, unmarked, isOffered) => {
    const objects = { hosts, entries: all, ...gated };
    const [found] = findingsOf(externalBehindGateway, objects);
    expect(found?.detected.evidence).toMatchObject({ unmarked });
    expect(found?.detected.patch !== undefined).toBe(isOffered);
    expect(leftAfterPatch(externalBehindGateway, objects)).toEqual([]);
  });
});

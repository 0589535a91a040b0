import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { aGroup } from "@/lib/testing/entries";
import { aGateway, aMachine, evidenceOfAll, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { aDestinationRule, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { externalBehindGateway, networkLabelWithoutNetwork, unmarkedBehindGateway } from "./behind-gateways";

describe("STL503 network-label-without-network", () => {
  const labelled = (network: string) => aMachine("vm", { network, specLabels: [["topology.istio.io/network", "vpc-1"]] });

  it.each([
    ["a label and no field", labelled(""), [{ label: "vpc-1", network: "", hasAccount: false }]],
    ["a label and another network in the field", labelled("vpc-2"), [{ label: "vpc-1", network: "vpc-2", hasAccount: false }]],
    ["both the same", labelled("vpc-1"), []],
    ["a field alone", aMachine("vm", { network: "vpc-1" }), []],
    ["an empty label", aMachine("vm", { specLabels: [["topology.istio.io/network", ""]] }), []],
  ])("STL503 has the expected findings for %s", (_what, entry, evidence) =>
    expect(evidenceOfAll(networkLabelWithoutNetwork, { entries: [entry] })).toEqual(evidence),
  );

  it.each([
    ["an account, and no network", { ...labelled(""), serviceAccount: "web" }, true],
    ["no account, which a gateway would need", labelled(""), false],
    ["another network, which may be the right one", { ...labelled("vpc-2"), serviceAccount: "web" }, false],
  ])("STL503 has a patch that removes it only for an entry with %s", (_what, entry, isOffered) => {
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
    ["no account", { hosts, entries: [machine()], ...gated }, [{ network: "vpc-1", because: "no-account", ports: ["80"], isEveryPort: true }]],
    [
      "a label that turns it off",
      { hosts, entries: [{ ...marked, metadataLabels: [["security.istio.io/tlsMode", "disabled"]] as const }], ...gated },
      [{ because: "label" }],
    ],
    [
      "a DestinationRule that turns it off",
      { hosts, entries: [marked], policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE" }) })] }, ...gated },
      [{ because: "destination-rule" }],
    ],
    [
      "a PeerAuthentication that turns it off",
      { hosts, entries: [marked], policies: { authentications: [disable] }, ...gated },
      [{ because: "peer-authentication" }],
    ],
    [
      "ISTIO_MUTUAL and no account",
      { hosts, entries: [machine()], policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL" }) })] }, ...gated },
      [{ because: "no-account", isGatewaySent: false }],
    ],
    [
      "automatic mTLS that is off",
      { hosts, entries: [marked], ...withGateways([aGateway()], { autoMtls: false }) },
      [{ because: "auto-mtls-off", isGatewaySent: true }],
    ],
    [
      "a DISABLE policy of its namespace below which it is PERMISSIVE",
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
      "a DestinationRule that turns it off for one of two ports",
      {
        hosts: twoPorts,
        entries: [marked],
        policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE", ports: [mutualOn443] }) })] },
        ...gated,
      },
      [{ because: "destination-rule", ports: ["80"], isEveryPort: false, plainPorts: [], isGatewaySent: false }],
    ],
    [
      "a PeerAuthentication that turns it off for one of two ports",
      { hosts: twoPorts, entries: [marked], policies: { authentications: [{ ...disable, mode: "PERMISSIVE", ports: [[443, "DISABLE"]] as const }] }, ...gated },
      [{ because: "peer-authentication", ports: ["443"], isEveryPort: false, isGatewaySent: false }],
    ],
    [
      "automatic mTLS off, and a rule that opens one of two ports",
      {
        hosts: twoPorts,
        entries: [marked],
        policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ ports: [mutualOn443] }) })] },
        ...withGateways([aGateway()], { autoMtls: false }),
      },
      [{ because: "auto-mtls-off", ports: ["80"], isEveryPort: false, plainPorts: ["80"], isGatewaySent: true }],
    ],
    ["no account, and an older DNS object owns the host name", { hosts: [...hosts, olderDns], entries: [machine()], ...gated }, []],
    ["an account and a MESH_EXTERNAL service, which another rule finds", { hosts: [aServiceEntry({ isExternal: true })], entries: [marked], ...gated }, []],
    ["an account", { hosts, entries: [marked], ...gated }, []],
    ["a network without a gateway, which is called directly", { hosts, entries: [machine({ network: "vpc-2" })], ...gated }, []],
    ["no network, which all reach directly", { hosts, entries: [machine({ network: "" })], ...gated }, []],
    ["nobody in another network", { hosts, entries: [machine()], ...withGateways([aGateway()], { podNetwork: "vpc-1" }) }, []],
    ["callers without a network: a registered entry names none", { hosts, entries: [machine(), registered], ...near }, [{ because: "no-account" }]],
    ["callers without a network, which istiod before 1.30 sends the machine itself", { hosts, entries: [machine(), registered], ...near129 }, []],
    ["a hand-written entry without a network, which does not show its proxy", { hosts, entries: [machine(), aMachine("b", OTHER)], ...near }, []],
    [
      "a DNS service of which the API does not show the gateways",
      { hosts: [aServiceEntry({ resolution: "DNS" })], entries: [machine()], ...withGateways([aGateway()], { gatewaysServeDns: null }) },
      [],
    ],
    ["a host that clients resolve, for which istiod knows no gateways", { hosts: [aServiceEntry({ resolution: "DNS" })], entries: [machine()], ...gated }, []],
    ["nobody who selects it", { hosts: [], entries: [machine()], ...gated }, []],
  ])("STL504 has the expected findings for a machine with %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(unmarkedBehindGateway, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL504 finds nothing if Pods are in the network of the machine, unless machines are in another", () => {
    const world = withGateways([aGateway()], { podNetwork: "vpc-1" });
    const far = aMachine("far", { network: "vpc-2", specLabels: [["app", "b"]] });
    expect(evidenceOfAll(unmarkedBehindGateway, { hosts, entries: [machine(), far], ...world })).toHaveLength(1);
  });

  it("STL504 finds the one machine that istiod keeps with DNS_ROUND_ROBIN: the first healthy one of the oldest object", () => {
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
    ["machines behind a gateway", { hosts, entries, ...gated }, [{ networks: ["vpc-1"], machines: 1 }]],
    ["machines that a registered entry without a network reaches through a gateway", { hosts, entries: [...entries, registered], ...near }, [{ machines: 1 }]],
    ["machines that Pods of their network alone call", { hosts, entries, ...near }, []],
    ["a host of the mesh", { hosts: [aServiceEntry()], entries, ...gated }, []],
    ["machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
    ["a machine that is unhealthy, beside a healthy one", { hosts, entries: [...entries, unhealthy], ...gated }, [{ machines: 1 }]],
    ["machines that are all unhealthy", { hosts, entries: [unhealthy], ...gated }, []],
    [
      "an object whose host name an older one defines inside the mesh",
      { hosts: [...hosts, aServiceEntry({ name: "old", createdAt: -1, selector: null })], entries, ...gated },
      [],
    ],
    [
      "an object of the mesh whose host name an older one defines outside",
      { hosts: [aServiceEntry(), aServiceEntry({ name: "old", createdAt: -1, selector: null, isExternal: true })], entries, ...gated },
      [{ networks: ["vpc-1"], machines: 1 }],
    ],
    ["resolution DNS, for which istiod knows no gateways", { hosts: [aServiceEntry({ isExternal: true, resolution: "DNS" })], entries, ...gated }, []],
  ])("STL505 has the expected findings for %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(externalBehindGateway, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );

  it("STL505 its patch changes the object that defines the host name", () => {
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
    ["no machine with an account: no gateway leads to them with MESH_INTERNAL either", entries, 1, false],
  ])("STL505 has a patch that removes it if a gateway can lead to a machine then: %s", (_what, all, unmarked, isOffered) => {
    const objects = { hosts, entries: all, ...gated };
    const [found] = findingsOf(externalBehindGateway, objects);
    expect(found?.detected.evidence).toMatchObject({ unmarked });
    expect(found?.detected.patch !== undefined).toBe(isOffered);
    expect(leftAfterPatch(externalBehindGateway, objects)).toEqual([]);
  });
});

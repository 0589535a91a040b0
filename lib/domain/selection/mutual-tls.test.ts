import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aDestinationRule, aMesh, aSelectableEntry, aSelectablePod, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { definitionsOf } from "./definitions";
import { ruleFor } from "./destination-rules";
import { entryMachine, inlineMachine, podMachine } from "./machine";
import type { EndpointTls } from "./mutual-tls";
import { endpointTls, isRefused, tlsSentTo } from "./mutual-tls";
import type { SelectableEntry, ServiceEntry } from "./objects";
import type { DestinationRule, PeerAuthentication } from "./policies";
import { ANY_CALLER } from "./world";

const NO_ACCOUNT = aSelectableEntry({ name: "no-account", address: "10.0.0.1" });
const ACCOUNT = aSelectableEntry({ name: "account", address: "10.0.0.2", serviceAccount: "web" });

const authentication = (own: Partial<PeerAuthentication>): PeerAuthentication => ({
  ...{ namespace: "shop", name: "p", createdAt: 0, labels: [], selector: [], mode: null, ports: [] },
  ...own,
});
const ruled = (tls: string, own: Partial<DestinationRule> = {}) => aDestinationRule({ policy: aTrafficPolicy({ tls }), ...own });

interface Given {
  readonly entries?: readonly SelectableEntry[];
  readonly rules?: readonly DestinationRule[];
  readonly authentications?: readonly PeerAuthentication[];
  readonly entry?: Partial<ServiceEntry>;
  readonly autoMtls?: boolean;
}

function told({ entries = [NO_ACCOUNT, ACCOUNT], rules = [], authentications = [], entry = {}, autoMtls = true }: Given) {
  const world = aSelectionWorld({ mesh: aMesh({ autoMtls }), entries, serviceEntries: [aServiceEntry(entry)], rules, authentications });
  const [destination] = destinationsOf(world, { ...ANY_CALLER, namespace: "shop" });
  const marks = destination?.groups.flatMap(({ endpoints }) => endpoints.map(({ address, mark }) => [address, mark] as const)) ?? [];
  return { tls: destination?.tls, marks: Object.fromEntries(marks), identities: destination?.identities };
}
const marks = (noAccount: string, account: string) => ({ "10.0.0.1": noAccount, "10.0.0.2": account });

describe("which endpoints are marked for mutual TLS (docs/istio.md#mtls-mark)", () => {
  it.each([
    ["an account marks, none does not", {}, marks("", "istio")],
    ["ISTIO_MUTUAL gives no mark to a machine without an account", { rules: [ruled("ISTIO_MUTUAL")] }, marks("", "istio")],
    ["DISABLE takes all marks", { rules: [ruled("DISABLE")] }, marks("", "")],
    ["SIMPLE too", { rules: [ruled("SIMPLE")] }, marks("", "")],
    [
      "a port of the rule goes before the rule",
      { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE", ports: [{ port: 80, tls: "ISTIO_MUTUAL", outlier: null, balancer: null }] }) })] },
      marks("", "istio"),
    ],
    ["PeerAuthentication DISABLE takes the mark", { authentications: [authentication({ mode: "DISABLE" })] }, marks("", "")],
    [
      "ISTIO_MUTUAL goes before PeerAuthentication",
      { rules: [ruled("ISTIO_MUTUAL")], authentications: [authentication({ mode: "DISABLE" })] },
      marks("", "istio"),
    ],
    ["STRICT marks nobody anew", { authentications: [authentication({ mode: "STRICT" })] }, marks("", "istio")],
    [
      "a workload's goes before the namespace's",
      { authentications: [authentication({ mode: "DISABLE" }), authentication({ name: "w", selector: [["app", "a"]], mode: "PERMISSIVE" })] },
      marks("", "istio"),
    ],
    ["one for others does not count", { authentications: [authentication({ selector: [["app", "b"]], mode: "DISABLE" })] }, marks("", "istio")],
    [
      "the port is the endpoint's",
      { authentications: [authentication({ selector: [["app", "a"]], mode: "STRICT", ports: [[80, "DISABLE"]] })] },
      marks("", ""),
    ],
    [
      "another port does not count",
      { authentications: [authentication({ selector: [["app", "a"]], mode: "STRICT", ports: [[81, "DISABLE"]] })] },
      marks("", "istio"),
    ],
    ["the mesh's counts where the namespace has none", { authentications: [authentication({ namespace: "istio-system", mode: "DISABLE" })] }, marks("", "")],
    [
      "UNSET is the next wider one",
      { authentications: [authentication({ namespace: "istio-system", mode: "DISABLE" }), authentication({ mode: "UNSET" })] },
      marks("", ""),
    ],
    [
      "of two the older",
      { authentications: [authentication({ createdAt: 2, mode: "DISABLE" }), authentication({ name: "z", createdAt: 1, mode: "STRICT" })] },
      marks("", "istio"),
    ],
    ["one of another namespace does not count", { authentications: [authentication({ namespace: "x", mode: "DISABLE" })] }, marks("", "istio")],
  ] satisfies readonly (readonly [string, Given, object])[])("%s", (_fact, given, expected) => {
    expect(told(given).marks).toEqual(expected);
  });

  it("a label's other value is written as it is where a rule says ISTIO_MUTUAL, and clients do not match it", () => {
    const entries = [
      aSelectableEntry({
        specLabels: [
          ["app", "a"],
          ["security.istio.io/tlsMode", "other"],
        ],
      }),
    ];
    expect(told({ entries }).marks).toEqual({ "10.0.0.1": "" });
    expect(told({ entries, rules: [ruled("ISTIO_MUTUAL")] }).marks).toEqual({ "10.0.0.1": "other" });
  });
});

describe("whether clients use TLS for a host (docs/istio.md#client-tls)", () => {
  it.each([
    ["each endpoint by its mark", {}, "by-endpoint"],
    ["MESH_EXTERNAL is plain text (docs/istio.md#client-tls)", { entry: { isExternal: true } }, "plain"],
    ["without auto mTLS it is plain text", { autoMtls: false }, "plain"],
    ["a namespace's DISABLE is plain text", { authentications: [authentication({ mode: "DISABLE" })] }, "plain"],
    ["the mesh's DISABLE is plain text", { authentications: [authentication({ namespace: "istio-system", mode: "DISABLE" })] }, "plain"],
    ["a workload's DISABLE alone is not", { authentications: [authentication({ selector: [["app", "a"]], mode: "DISABLE" })] }, "by-endpoint"],
    ["a rule's mode is for all alike", { rules: [ruled("ISTIO_MUTUAL")] }, "mutual"],
    ["also for MESH_EXTERNAL", { rules: [ruled("ISTIO_MUTUAL")], entry: { isExternal: true } }, "mutual"],
    ["SIMPLE", { rules: [ruled("SIMPLE")] }, "simple"],
    ["DISABLE", { rules: [ruled("DISABLE")] }, "plain"],
    ["NONE with an endpoint without mutual TLS is plain text", { entry: { resolution: "NONE" } }, "plain"],
    ["NONE with all marked is mutual TLS", { entry: { resolution: "NONE" }, entries: [ACCOUNT] }, "mutual"],
    ["NONE without endpoints is plain text", { entry: { resolution: "NONE" }, entries: [] }, "plain"],
  ] satisfies readonly (readonly [string, Given, string])[])("%s", (_fact, given, expected) => {
    expect(told(given).tls).toBe(expected);
  });

  it("identities are those of the accounts, and those that the host names (docs/istio.md#identity)", () => {
    expect(told({ entry: { accounts: ["spiffe://x"] } }).identities).toEqual(["spiffe://cluster.local/ns/shop/sa/web", "spiffe://x"]);
  });
});

const bare = aSelectableEntry();
const accounted = aSelectableEntry({ serviceAccount: "web" });
const labelled = (mode: string, own: Partial<SelectableEntry> = {}) =>
  aSelectableEntry({
    specLabels: [
      ["app", "a"],
      ["security.istio.io/tlsMode", mode],
    ],
    ...own,
  });
const portRule = (tls: string, ofPort: string, port = 80) =>
  aDestinationRule({ policy: aTrafficPolicy({ tls, ports: [{ port, tls: ofPort, outlier: null, balancer: null }] }) });
const subsetRule = (tls: string, ofSubset: string | null) =>
  aDestinationRule({
    policy: aTrafficPolicy({ tls }),
    subsets: [{ name: "v1", labels: [], policy: ofSubset === null ? null : aTrafficPolicy({ tls: ofSubset }) }],
  });
const ofMesh = (mode: string) => authentication({ namespace: "istio-system", mode });
const ofWorkload = (mode: string) => authentication({ name: "w", selector: [["app", "a"]], mode });
const external = { entry: { isExternal: true } };
const passes = (because: EndpointTls["because"]) => ["mutual", because, null] as const;

type TlsCase = readonly [
  claim: string,
  entry: SelectableEntry,
  given: Given,
  expected: readonly [EndpointTls["sends"], EndpointTls["because"], EndpointTls["gatewayClosed"]],
  subset?: string,
];

const TLS_CASES: readonly TlsCase[] = [
  ["an account", accounted, {}, passes("account")],
  ["no account", bare, {}, ["plain", "no-account", "no-account"]],
  ["the label istio without an account", labelled("istio"), {}, passes("label")],
  ["the label disabled with an account", labelled("disabled", { serviceAccount: "web" }), {}, ["plain", "label", "label"]],
  ["ISTIO_MUTUAL to a marked endpoint", accounted, { rules: [ruled("ISTIO_MUTUAL")] }, passes("destination-rule")],
  ["ISTIO_MUTUAL opens no gateway without a mark", bare, { rules: [ruled("ISTIO_MUTUAL")] }, ["mutual", "destination-rule", "no-account"]],
  ["ISTIO_MUTUAL opens no gateway for the label disabled", labelled("disabled"), { rules: [ruled("ISTIO_MUTUAL")] }, ["mutual", "destination-rule", "label"]],
  ["SIMPLE closes the gateway", accounted, { rules: [ruled("SIMPLE")] }, ["simple", "destination-rule", "destination-rule"]],
  ["MUTUAL closes the gateway", accounted, { rules: [ruled("MUTUAL")] }, ["mutual", "destination-rule", "destination-rule"]],
  ["DISABLE closes the gateway", accounted, { rules: [ruled("DISABLE")] }, ["plain", "destination-rule", "destination-rule"]],
  ["the port of a rule before the rule", accounted, { rules: [portRule("DISABLE", "ISTIO_MUTUAL")] }, passes("destination-rule")],
  ["another port of a rule", accounted, { rules: [portRule("ISTIO_MUTUAL", "DISABLE", 81)] }, passes("destination-rule")],
  ["a subset before the rule", accounted, { rules: [subsetRule("DISABLE", "ISTIO_MUTUAL")] }, passes("destination-rule"), "v1"],
  ["a subset without a mode", accounted, { rules: [subsetRule("SIMPLE", null)] }, ["simple", "destination-rule", "destination-rule"], "v1"],
  ["a rule of the root namespace", accounted, { rules: [ruled("DISABLE", { namespace: "istio-system" })] }, ["plain", "destination-rule", "destination-rule"]],
  [
    "the own namespace's rule before the root namespace's",
    accounted,
    { rules: [ruled("DISABLE", { namespace: "istio-system" }), ruled("ISTIO_MUTUAL")] },
    passes("destination-rule"),
  ],
  ["the mesh's DISABLE", accounted, { authentications: [ofMesh("DISABLE")] }, ["plain", "peer-authentication", "peer-authentication"]],
  ["the namespace's DISABLE", accounted, { authentications: [authentication({ mode: "DISABLE" })] }, ["plain", "peer-authentication", "peer-authentication"]],
  ["a workload's DISABLE", accounted, { authentications: [ofWorkload("DISABLE")] }, ["plain", "peer-authentication", "peer-authentication"]],
  [
    "a port's DISABLE",
    accounted,
    { authentications: [authentication({ selector: [["app", "a"]], mode: "STRICT", ports: [[80, "DISABLE"]] })] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  [
    "plain text to the gateway: a workload is PERMISSIVE below the namespace's DISABLE (measured)",
    accounted,
    { authentications: [authentication({ mode: "DISABLE" }), ofWorkload("PERMISSIVE")] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  ["ISTIO_MUTUAL before PeerAuthentication", accounted, { rules: [ruled("ISTIO_MUTUAL")], authentications: [ofMesh("DISABLE")] }, passes("destination-rule")],
  ["STRICT gives no mark", bare, { authentications: [ofMesh("STRICT")] }, ["plain", "no-account", "no-account"]],
  ["MESH_EXTERNAL or no location", accounted, external, ["plain", "external", "external"]],
  ["MESH_EXTERNAL without an account", bare, external, ["plain", "external", "external"]],
  [
    "a gateway passes no MESH_EXTERNAL service, also with ISTIO_MUTUAL (measured)",
    accounted,
    { ...external, rules: [ruled("ISTIO_MUTUAL")] },
    ["mutual", "destination-rule", "external"],
  ],
  ["enableAutoMtls off: plain text to the gateway", accounted, { autoMtls: false }, ["plain", "auto-mtls-off", "auto-mtls-off"]],
  ["enableAutoMtls off and no account", bare, { autoMtls: false }, ["plain", "auto-mtls-off", "no-account"]],
  ["enableAutoMtls off and ISTIO_MUTUAL", accounted, { autoMtls: false, rules: [ruled("ISTIO_MUTUAL")] }, passes("destination-rule")],
];

describe("endpointTls returns the TLS of a caller, its cause and the result at an east-west gateway for", () => {
  it.each(TLS_CASES.map((one) => [one[0], one] as const))(
    "%s",
    (_claim, [, entry, { rules = [], authentications = [], entry: own = {}, autoMtls = true }, expected, subset = ""]) => {
      const world = aSelectionWorld({ mesh: aMesh({ autoMtls }), serviceEntries: [aServiceEntry(own)], rules, authentications });
      const [definition] = definitionsOf(world);
      if (definition === undefined) throw new Error("the service is missing");
      const machine = entryMachine(entry, world.mesh);
      const rule = ruleFor(definition, { ...ANY_CALLER, namespace: "shop" }, world);
      const tls = endpointTls({ machine, port: 80 }, { definition, rule, subset, port: 80 }, world);
      expect([tls.sends, tls.because, tls.gatewayClosed]).toEqual(expected);
    },
  );

  it.each([
    ["a Pod without the label", podMachine(aSelectablePod(), aMesh()), ["plain", "no-sidecar", "no-sidecar"]],
    ["a Pod with the label", podMachine(aSelectablePod({ labels: [["security.istio.io/tlsMode", "istio"]] }), aMesh()), passes("label")],
    [
      "an inline endpoint without an address and with an account (measured)",
      inlineMachine({ ...bare, address: "", network: "vpc-2", serviceAccount: "web", labels: [] }, { namespace: "shop", name: "a", index: 0 }, aMesh()),
      passes("account"),
    ],
    [
      "an inline endpoint without an address and an account (measured)",
      inlineMachine({ ...bare, address: "", network: "vpc-2", labels: [] }, { namespace: "shop", name: "a", index: 0 }, aMesh()),
      ["plain", "no-account", "no-account"],
    ],
  ] as const)("%s", (_claim, machine, expected) => {
    const world = aSelectionWorld({ serviceEntries: [aServiceEntry()] });
    const [definition] = definitionsOf(world);
    if (definition === undefined) throw new Error("the service is missing");
    const tls = endpointTls({ machine, port: 80 }, { definition, rule: null, subset: "", port: 80 }, world);
    expect([tls.sends, tls.because, tls.gatewayClosed]).toEqual(expected);
  });
});

describe("what the machine's sidecar makes of it (docs/istio.md#tls-conflicts)", () => {
  it.each([
    ["STRICT on a machine without an account: clients send plain text, and it is refused", "", "by-endpoint", "STRICT", true],
    ["STRICT with an account: mutual TLS", "istio", "by-endpoint", "STRICT", false],
    ["MESH_EXTERNAL with an account is plain text, and STRICT refuses it", "istio", "plain", "STRICT", true],
    ["PERMISSIVE takes both", "", "by-endpoint", "PERMISSIVE", false],
    ["a rule's ISTIO_MUTUAL to a machine that takes none", "", "mutual", "DISABLE", true],
    ["plain text to a machine that takes no mutual TLS", "", "plain", "DISABLE", false],
    ["SIMPLE is no mutual TLS", "istio", "simple", "STRICT", true],
  ] as const)("%s", (_fact, mark, tls, taken, expected) => {
    expect(isRefused(tlsSentTo(mark, tls), taken)).toBe(expected);
  });
});

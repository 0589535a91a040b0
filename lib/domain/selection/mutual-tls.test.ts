import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import { aDestinationRule, aMesh, aSelectableEntry, aSelectablePod, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { allHostNameDefinitions } from "./definitions";
import { destinationRuleFor } from "./destination-rules";
import { type EndpointTls, endpointTls, isTlsRefused, tlsSentTo } from "./mutual-tls";
import type { SelectableEntry, ServiceEntry } from "./objects";
import type { DestinationRule, PeerAuthentication } from "./policies";
import { workloadOfEntry, workloadOfInlineEndpoint, workloadOfPod } from "./workload";
import { BARE_SIDECAR_CALLER } from "./world";

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
  const [destination] = destinationsOf(world, { ...BARE_SIDECAR_CALLER, namespace: "shop" });
  const marks = destination?.groups.flatMap(({ endpoints }) => endpoints.map(({ address, mark }) => [address, mark] as const)) ?? [];
  return { tls: destination?.tls, marks: Object.fromEntries(marks), identities: destination?.identities };
}
const marks = (noAccount: string, account: string) => ({ "10.0.0.1": noAccount, "10.0.0.2": account });

describe("the mTLS mark (tlsMode istio) of an endpoint (docs/istio.md#mtls-mark)", () => {
  it.each([
    ["is set for a machine with a service account", {}, marks("", "istio")],
    ["is missing without a service account, even if a DestinationRule sets ISTIO_MUTUAL", { rules: [ruled("ISTIO_MUTUAL")] }, marks("", "istio")],
    ["is missing if a DestinationRule sets DISABLE", { rules: [ruled("DISABLE")] }, marks("", "")],
    ["is missing if a DestinationRule sets SIMPLE", { rules: [ruled("SIMPLE")] }, marks("", "")],
    [
      "follows the TLS mode of a DestinationRule's port before that of the rule",
      { rules: [aDestinationRule({ policy: aTrafficPolicy({ tls: "DISABLE", ports: [{ port: 80, tls: "ISTIO_MUTUAL", outlier: null, balancer: null }] }) })] },
      marks("", "istio"),
    ],
    ["is missing if a PeerAuthentication sets DISABLE", { authentications: [authentication({ mode: "DISABLE" })] }, marks("", "")],
    [
      "is set if a DestinationRule sets ISTIO_MUTUAL, even if a PeerAuthentication sets DISABLE",
      { rules: [ruled("ISTIO_MUTUAL")], authentications: [authentication({ mode: "DISABLE" })] },
      marks("", "istio"),
    ],
    ["is not added by a STRICT PeerAuthentication", { authentications: [authentication({ mode: "STRICT" })] }, marks("", "istio")],
    [
      "follows a workload's PeerAuthentication before the namespace's",
      { authentications: [authentication({ mode: "DISABLE" }), authentication({ name: "w", selector: [["app", "a"]], mode: "PERMISSIVE" })] },
      marks("", "istio"),
    ],
    [
      "ignores a PeerAuthentication for other workloads",
      { authentications: [authentication({ selector: [["app", "b"]], mode: "DISABLE" })] },
      marks("", "istio"),
    ],
    [
      "follows a PeerAuthentication for the endpoint's port",
      { authentications: [authentication({ selector: [["app", "a"]], mode: "STRICT", ports: [[80, "DISABLE"]] })] },
      marks("", ""),
    ],
    [
      "ignores a PeerAuthentication for another port",
      { authentications: [authentication({ selector: [["app", "a"]], mode: "STRICT", ports: [[81, "DISABLE"]] })] },
      marks("", "istio"),
    ],
    [
      "follows the mesh's PeerAuthentication if the namespace has none",
      { authentications: [authentication({ namespace: "istio-system", mode: "DISABLE" })] },
      marks("", ""),
    ],
    [
      "follows the next wider PeerAuthentication if the narrower one is UNSET",
      { authentications: [authentication({ namespace: "istio-system", mode: "DISABLE" }), authentication({ mode: "UNSET" })] },
      marks("", ""),
    ],
    [
      "follows the older of two PeerAuthentications",
      { authentications: [authentication({ createdAt: 2, mode: "DISABLE" }), authentication({ name: "z", createdAt: 1, mode: "STRICT" })] },
      marks("", "istio"),
    ],
    ["ignores a PeerAuthentication of another namespace", { authentications: [authentication({ namespace: "x", mode: "DISABLE" })] }, marks("", "istio")],
  ] satisfies readonly (readonly [string, Given, object])[])("%s", (_fact, given, expected) => {
    expect(told(given).marks).toEqual(expected);
  });

  it("the mTLS mark of endpoints is replaced by another value of the tlsMode label if a DestinationRule sets ISTIO_MUTUAL, and callers do not match this value", () => {
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

describe("the TLS of callers (docs/istio.md#client-tls)", () => {
  it.each([
    ["follows the tlsMode of each endpoint by default", {}, "by-endpoint"],
    ["is plain text for MESH_EXTERNAL (docs/istio.md#client-tls)", { entry: { isExternal: true } }, "plain"],
    ["is plain text if enableAutoMtls is off", { autoMtls: false }, "plain"],
    ["is plain text if the namespace's PeerAuthentication sets DISABLE", { authentications: [authentication({ mode: "DISABLE" })] }, "plain"],
    [
      "is plain text if the mesh's PeerAuthentication sets DISABLE",
      { authentications: [authentication({ namespace: "istio-system", mode: "DISABLE" })] },
      "plain",
    ],
    [
      "follows the tlsMode of each endpoint if only a workload's PeerAuthentication sets DISABLE",
      { authentications: [authentication({ selector: [["app", "a"]], mode: "DISABLE" })] },
      "by-endpoint",
    ],
    ["is the DestinationRule's ISTIO_MUTUAL for all endpoints", { rules: [ruled("ISTIO_MUTUAL")] }, "mutual"],
    ["is the DestinationRule's ISTIO_MUTUAL also for MESH_EXTERNAL", { rules: [ruled("ISTIO_MUTUAL")], entry: { isExternal: true } }, "mutual"],
    ["is the DestinationRule's SIMPLE for all endpoints", { rules: [ruled("SIMPLE")] }, "simple"],
    ["is plain text if a DestinationRule sets DISABLE", { rules: [ruled("DISABLE")] }, "plain"],
    ["is plain text with resolution NONE if an endpoint does not have tlsMode istio", { entry: { resolution: "NONE" } }, "plain"],
    ["is mutual TLS with resolution NONE if all endpoints have tlsMode istio", { entry: { resolution: "NONE" }, entries: [ACCOUNT] }, "mutual"],
    ["is plain text with resolution NONE if there is no endpoint", { entry: { resolution: "NONE" }, entries: [] }, "plain"],
  ] satisfies readonly (readonly [string, Given, string])[])("%s", (_fact, given, expected) => {
    expect(told(given).tls).toBe(expected);
  });

  it("the TLS of callers accepts the identities of the endpoints' service accounts and of the service's subjectAltNames (docs/istio.md#identity)", () => {
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
  ["a machine with a service account", accounted, {}, passes("account")],
  ["a machine without a service account", bare, {}, ["plain", "no-account", "no-account"]],
  ["a machine with the label tlsMode=istio and no service account", labelled("istio"), {}, passes("label")],
  ["a machine with the label tlsMode=disabled and a service account", labelled("disabled", { serviceAccount: "web" }), {}, ["plain", "label", "label"]],
  ["a DestinationRule with ISTIO_MUTUAL, to an endpoint with tlsMode istio", accounted, { rules: [ruled("ISTIO_MUTUAL")] }, passes("destination-rule")],
  [
    "a DestinationRule with ISTIO_MUTUAL, to a machine without a service account, which gateways refuse",
    bare,
    { rules: [ruled("ISTIO_MUTUAL")] },
    ["mutual", "destination-rule", "no-account"],
  ],
  [
    "a DestinationRule with ISTIO_MUTUAL, to a machine with the label tlsMode=disabled, which gateways refuse",
    labelled("disabled"),
    { rules: [ruled("ISTIO_MUTUAL")] },
    ["mutual", "destination-rule", "label"],
  ],
  ["a DestinationRule with SIMPLE, which gateways refuse", accounted, { rules: [ruled("SIMPLE")] }, ["simple", "destination-rule", "destination-rule"]],
  ["a DestinationRule with MUTUAL, which gateways refuse", accounted, { rules: [ruled("MUTUAL")] }, ["mutual", "destination-rule", "destination-rule"]],
  ["a DestinationRule with DISABLE, which gateways refuse", accounted, { rules: [ruled("DISABLE")] }, ["plain", "destination-rule", "destination-rule"]],
  [
    "a DestinationRule with a mode for the port, which comes before the rule's own mode",
    accounted,
    { rules: [portRule("DISABLE", "ISTIO_MUTUAL")] },
    passes("destination-rule"),
  ],
  [
    "a DestinationRule with a mode for another port, which does not count",
    accounted,
    { rules: [portRule("ISTIO_MUTUAL", "DISABLE", 81)] },
    passes("destination-rule"),
  ],
  [
    "a subset with a mode, which comes before the rule's own mode",
    accounted,
    { rules: [subsetRule("DISABLE", "ISTIO_MUTUAL")] },
    passes("destination-rule"),
    "v1",
  ],
  [
    "a subset without a mode, for which the rule's own mode counts",
    accounted,
    { rules: [subsetRule("SIMPLE", null)] },
    ["simple", "destination-rule", "destination-rule"],
    "v1",
  ],
  [
    "a DestinationRule of the root namespace",
    accounted,
    { rules: [ruled("DISABLE", { namespace: "istio-system" })] },
    ["plain", "destination-rule", "destination-rule"],
  ],
  [
    "a DestinationRule of the service's namespace, which comes before that of the root namespace",
    accounted,
    { rules: [ruled("DISABLE", { namespace: "istio-system" }), ruled("ISTIO_MUTUAL")] },
    passes("destination-rule"),
  ],
  [
    "a PeerAuthentication of the mesh with DISABLE",
    accounted,
    { authentications: [ofMesh("DISABLE")] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  [
    "a PeerAuthentication of the namespace with DISABLE",
    accounted,
    { authentications: [authentication({ mode: "DISABLE" })] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  [
    "a PeerAuthentication of the workload with DISABLE",
    accounted,
    { authentications: [ofWorkload("DISABLE")] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  [
    "a PeerAuthentication of the workload's port with DISABLE",
    accounted,
    { authentications: [authentication({ selector: [["app", "a"]], mode: "STRICT", ports: [[80, "DISABLE"]] })] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  [
    "a PERMISSIVE workload in a namespace with DISABLE, which gets plain text from the gateway (measured)",
    accounted,
    { authentications: [authentication({ mode: "DISABLE" }), ofWorkload("PERMISSIVE")] },
    ["plain", "peer-authentication", "peer-authentication"],
  ],
  [
    "a DestinationRule with ISTIO_MUTUAL, which comes before a PeerAuthentication with DISABLE",
    accounted,
    { rules: [ruled("ISTIO_MUTUAL")], authentications: [ofMesh("DISABLE")] },
    passes("destination-rule"),
  ],
  [
    "a machine without a service account under STRICT, which does not set its tlsMode to istio",
    bare,
    { authentications: [ofMesh("STRICT")] },
    ["plain", "no-account", "no-account"],
  ],
  ["a ServiceEntry that is MESH_EXTERNAL, which is also the default", accounted, external, ["plain", "external", "external"]],
  ["a MESH_EXTERNAL ServiceEntry and a machine without a service account", bare, external, ["plain", "external", "external"]],
  [
    "a MESH_EXTERNAL ServiceEntry and a DestinationRule with ISTIO_MUTUAL, which no gateway passes (measured)",
    accounted,
    { ...external, rules: [ruled("ISTIO_MUTUAL")] },
    ["mutual", "destination-rule", "external"],
  ],
  ["enableAutoMtls off, with plain text to the gateway", accounted, { autoMtls: false }, ["plain", "auto-mtls-off", "auto-mtls-off"]],
  ["enableAutoMtls off and a machine without a service account", bare, { autoMtls: false }, ["plain", "auto-mtls-off", "no-account"]],
  ["enableAutoMtls off and a DestinationRule with ISTIO_MUTUAL", accounted, { autoMtls: false, rules: [ruled("ISTIO_MUTUAL")] }, passes("destination-rule")],
];

describe("endpointTls returns the TLS of a caller, its cause, and why an east-west gateway refuses the call, for", () => {
  it.each(TLS_CASES.map((one) => [one[0], one] as const))(
    "%s",
    (_claim, [, entry, { rules = [], authentications = [], entry: own = {}, autoMtls = true }, expected, subset = ""]) => {
      const world = aSelectionWorld({ mesh: aMesh({ autoMtls }), serviceEntries: [aServiceEntry(own)], rules, authentications });
      const [definition] = allHostNameDefinitions(world);
      if (definition === undefined) throw new Error("the service is missing");
      const machine = workloadOfEntry(entry, world.mesh);
      const rule = destinationRuleFor(definition, { ...BARE_SIDECAR_CALLER, namespace: "shop" }, world);
      const tls = endpointTls({ machine, port: 80 }, { definition, rule, subset, port: 80 }, world);
      expect([tls.sends, tls.because, tls.gatewayClosed]).toEqual(expected);
    },
  );

  it.each([
    ["a Pod without the tlsMode label", workloadOfPod(aSelectablePod(), aMesh()), ["plain", "no-sidecar", "no-sidecar"]],
    ["a Pod with the label tlsMode=istio", workloadOfPod(aSelectablePod({ labels: [["security.istio.io/tlsMode", "istio"]] }), aMesh()), passes("label")],
    [
      "an endpoint in a ServiceEntry without an address and with a service account (measured)",
      workloadOfInlineEndpoint(
        { ...bare, address: "", network: "vpc-2", serviceAccount: "web", labels: [] },
        { namespace: "shop", name: "a", index: 0 },
        aMesh(),
      ),
      passes("account"),
    ],
    [
      "an endpoint in a ServiceEntry without an address and without a service account (measured)",
      workloadOfInlineEndpoint({ ...bare, address: "", network: "vpc-2", labels: [] }, { namespace: "shop", name: "a", index: 0 }, aMesh()),
      ["plain", "no-account", "no-account"],
    ],
  ] as const)("endpointTls returns the TLS of a caller, its cause and the setting that closes an east-west gateway for: %s", (_claim, machine, expected) => {
    const world = aSelectionWorld({ serviceEntries: [aServiceEntry()] });
    const [definition] = allHostNameDefinitions(world);
    if (definition === undefined) throw new Error("the service is missing");
    const tls = endpointTls({ machine, port: 80 }, { definition, rule: null, subset: "", port: 80 }, world);
    expect([tls.sends, tls.because, tls.gatewayClosed]).toEqual(expected);
  });
});

describe("a machine's sidecar (docs/istio.md#tls-conflicts)", () => {
  it.each([
    ["refuses plain text under STRICT, which callers send if the machine has no service account", "", "by-endpoint", "STRICT", true],
    ["accepts mutual TLS under STRICT, which callers send if the machine has a service account", "istio", "by-endpoint", "STRICT", false],
    ["refuses plain text of MESH_EXTERNAL under STRICT", "istio", "plain", "STRICT", true],
    ["accepts plain text under PERMISSIVE", "", "by-endpoint", "PERMISSIVE", false],
    ["refuses ISTIO_MUTUAL under DISABLE", "", "mutual", "DISABLE", true],
    ["accepts plain text under DISABLE", "", "plain", "DISABLE", false],
    ["refuses SIMPLE under STRICT, because that is not mutual TLS", "istio", "simple", "STRICT", true],
  ] as const)("a machine's sidecar: %s", (_fact, mark, tls, taken, expected) => {
    expect(isTlsRefused(tlsSentTo(mark, tls), taken)).toBe(expected);
  });
});

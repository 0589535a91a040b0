import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import {
  aDestinationRule,
  aKubernetesService,
  aMesh,
  aSelectableEntry,
  aSelectablePod,
  aSelectionWorld,
  aServiceEntry,
  aTrafficPolicy,
} from "@/lib/testing/selection";
import type { Egress } from "./policies";
import { BARE_SIDECAR_CALLER } from "./world";

const CALLER = { ...BARE_SIDECAR_CALLER, namespace: "shop" };
const named = (name: string) => ({ namespace: "shop", name, createdAt: 0, labels: [] });
const aSidecar = (...hosts: string[]) => {
  const egress: readonly Egress[] = [{ port: null, protocol: "", hosts }];
  return { ...named("sidecar"), callers: null, egress };
};
const aRoute = (host: string) => ({
  ...named("route"),
  ...{ hosts: ["shop.example.com"], gateways: [], exportTo: [], destinations: [{ host, port: null, subset: "", sources: [] }] },
});

describe("endpoints by the version of istiod", () => {
  const addressesOf = (own: Parameters<typeof aSelectionWorld>[0], caller = CALLER) =>
    destinationsOf(aSelectionWorld(own), caller).map(({ groups, otherwise }) =>
      [groups, ...otherwise].map((outcome) => outcome.flatMap(({ endpoints }) => endpoints.map(({ address }) => address))),
    );
  const versions = (istioVersion: string | null, ...otherVersions: string[]) => aMesh({ istioVersion, otherVersions });
  const EMPTY = { serviceEntries: [aServiceEntry({ selector: [] })], entries: [aSelectableEntry()] };
  const EMPTY_DNS = { serviceEntries: [aServiceEntry({ selector: [], resolution: "DNS" })], entries: [aSelectableEntry()] };

  it.each([
    ["selects everything in 1.30.4", versions("1.30.4"), [[["10.0.0.1"]]]],
    ["selects nothing in 1.30.5", versions("1.30.5"), [[[]]]],
    ["selects nothing if both istiod replicas run such a version", versions("1.30.5", "1.31.1"), [[[]]]],
    ["has two possible endpoint lists if the istiod replicas differ in this", versions("1.30.4", "1.30.5"), [[[], ["10.0.0.1"]]]],
    ["has two possible endpoint lists if the version is not known", versions(null), [[[], ["10.0.0.1"]]]],
  ])("a selector without labels %s", (_what, mesh, outcomes) => expect(addressesOf({ ...EMPTY, mesh })).toEqual(outcomes));

  it("the engine returns both outcomes of a DNS service, also if it has no cluster in one of them", () => {
    expect(addressesOf({ ...EMPTY_DNS, mesh: versions("1.30.5") })).toEqual([]);
    expect(addressesOf({ ...EMPTY_DNS, mesh: versions(null) })).toEqual([[[], ["10.0.0.1"]]]);
  });

  const gateways = [{ network: "vpc-2", cluster: "Kubernetes", address: "203.0.113.1", port: 15_443 }];
  const FAR = { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ network: "vpc-2", serviceAccount: "vm" })] };
  it.each([
    ["1.29.8", [[["10.0.0.1"]]]],
    ["1.30.0", [[["203.0.113.1"]]]],
    [null, [[["203.0.113.1"], ["10.0.0.1"]]]],
  ])("the engine sends a caller without a network the gateway since 1.30 (istiod %s)", (istioVersion, outcomes) => {
    expect(addressesOf({ ...FAR, mesh: aMesh({ istioVersion, gateways }) }, { ...CALLER, network: "" })).toEqual(outcomes);
  });

  const NEAR = { a: "10.0.0.1", b: "10.0.0.2" };
  const labelled = (at: string, address: string) => aSelectableEntry({ name: at, address, metadataLabels: [["topology.istio.io/locality", `r.${at}`]] });
  it.each([
    ["1.28.10", [""]],
    ["1.29.0", ["r/a", "r/b"]],
  ])("the engine reads the label topology.istio.io/locality since 1.29 (istiod %s)", (istioVersion, localities) => {
    const entries = [labelled("a", NEAR.a), labelled("b", NEAR.b)];
    const [found] = destinationsOf(aSelectionWorld({ serviceEntries: [aServiceEntry()], entries, mesh: versions(istioVersion) }), CALLER);
    expect(found?.groups.map(({ locality }) => locality)).toEqual(localities);
  });

  it.each([
    ["1.29.8", false],
    ["1.30.0", true],
  ])("the engine orders DNS services by labels since 1.30 (istiod %s)", (istioVersion, isOrdered) => {
    const entries = [aSelectableEntry({ name: "a", locality: "r/a" }), aSelectableEntry({ name: "b", address: "10.0.0.2", locality: "r/b" })];
    const serviceEntries = [aServiceEntry({ resolution: "DNS", distribution: "same-zone" })];
    const [found] = destinationsOf(aSelectionWorld({ serviceEntries, entries, mesh: versions(istioVersion) }), { ...CALLER, locality: "r/a" });
    expect([found?.endsIstiod, new Set(found?.groups.map(({ priority }) => priority)).size > 1]).toEqual([isOrdered, isOrdered]);
  });

  it.each([
    ["1.24.6", {}, 0],
    ["1.25.0", {}, 1],
    ["1.24.6", { forcesUnhealthy: true }, 1],
  ])("istiod %s with %j sends this many unready Pods of a service with traffic distribution: %i", (istioVersion, own, count) => {
    const mesh = aMesh({ istioVersion, sendsUnhealthy: false, ...own });
    const services = [aKubernetesService({ distribution: "same-zone" })];
    const [found] = destinationsOf(aSelectionWorld({ mesh, services, pods: [aSelectablePod({ ready: false })] }), CALLER);
    expect(found?.groups.flatMap(({ endpoints }) => endpoints).length).toBe(count);
  });

  it("the engine sends unready Pods with any minHealthPercent if PILOT_SEND_UNHEALTHY_ENDPOINTS is set", () => {
    const rules = [aDestinationRule({ host: "a", policy: aTrafficPolicy({ outlier: { minHealthPercent: 50, maxEjectionPercent: null } }) })];
    const sent = (own: object) =>
      destinationsOf(aSelectionWorld({ mesh: aMesh(own), services: [aKubernetesService()], pods: [aSelectablePod({ ready: false })], rules }), CALLER).map(
        ({ groups }) => groups.flatMap(({ endpoints }) => endpoints).length,
      );
    expect([sent({}), sent({ forcesUnhealthy: true })]).toEqual([[0], [1]]);
  });
});

describe("the services of a caller by the version of istiod", () => {
  const hostsOf = (own: Parameters<typeof aSelectionWorld>[0]) =>
    destinationsOf(aSelectionWorld(own), CALLER).map(({ host, definition }) => [host, definition.namespace]);
  const one = aServiceEntry({ namespace: "b", hosts: ["one.example.com"], createdAt: 1 });
  const two = aServiceEntry({ namespace: "a", hosts: ["one.example.com"], createdAt: 2 });
  const exporting = (serviceExportTo: readonly string[], istioVersion: string) => ({ serviceEntries: [one], mesh: aMesh({ serviceExportTo, istioVersion }) });

  it.each([
    [["shop"], "1.30.2", []],
    [["shop"], "1.30.3", [["one.example.com", "b"]]],
    [[".", "shop"], "1.30.2", []],
    [[".", "shop"], "1.31.0", [["one.example.com", "b"]]],
    [["*"], "1.30.2", [["one.example.com", "b"]]],
  ])("the engine counts namespaces of defaultServiceExportTo %j since 1.30.3 (istiod %s)", (serviceExportTo, istioVersion, hosts) => {
    expect(hostsOf(exporting(serviceExportTo, istioVersion))).toEqual(hosts);
  });

  it.each([
    ["1.30.5", [["one.example.com", "b"]]],
    ["1.31.0", []],
  ])("exclude the hosts that a Sidecar lists as ~namespace/host since 1.31 (istiod %s)", (istioVersion, hosts) => {
    const sidecars = [aSidecar("*/*", "~b/*")];
    expect(hostsOf({ serviceEntries: [one], sidecars, mesh: aMesh({ istioVersion }) })).toEqual(hosts);
  });

  it.each([
    ["1.29.8", [["one.example.com", "a"]]],
    ["1.30.0", [["one.example.com", "b"]]],
  ])("the engine chooses the oldest owner of a routed host name since 1.30, earlier that of the first namespace (istiod %s)", (istioVersion, hosts) => {
    const sidecars = [aSidecar("./*")];
    const virtualServices = [aRoute("one.example.com")];
    expect(hostsOf({ serviceEntries: [one, two], sidecars, virtualServices, mesh: aMesh({ istioVersion }) })).toEqual(hosts);
  });
});

import { describe, expect, it } from "vitest";
import type { SelectableEntry, ServiceEntry } from "@/lib/domain/selection/objects";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import { serviceReachOf } from "@/lib/domain/selection/reach";
import { BARE_SIDECAR_CALLER, DEFAULT_MESH, type SelectionWorld } from "@/lib/domain/selection/world";
import { aSlice, aSliceEndpoint } from "@/lib/testing/selection";
import { callerPhrase, reachWords } from "./reach-words";

const HOST = "a.example.com";
const from = { namespace: "web", locality: "eu/a", network: "vpc-1" };

const machine = (name: string, own: Partial<SelectableEntry> = {}): SelectableEntry => ({
  ...{ namespace: "shop", name, address: `10.0.0.${name.length}`, network: "", locality: "eu/a", serviceAccount: "web", weight: null, ports: [] },
  ...{ specLabels: [["app", "a"]], metadataLabels: [], gate: null, health: null },
  ...own,
});
const object = (own: Partial<ServiceEntry> = {}): ServiceEntry => ({
  ...{ kind: "ServiceEntry", namespace: "shop", name: "a", createdAt: 0, labels: [], hosts: [HOST], addresses: [], endpoints: [], selector: [["app", "a"]] },
  ...{ ports: [{ name: "http", number: 80, protocol: "HTTP", target: null }], resolution: "STATIC", isExternal: false, exportTo: [] },
  ...{ distribution: null, accounts: [] },
  ...own,
});
const rule: DestinationRule = {
  ...{ namespace: "shop", name: "checkout", createdAt: 0, labels: [], host: HOST, subsets: [], exportTo: [], callers: null },
  policy: { tls: null, balancer: null, outlier: { minHealthPercent: 0, maxEjectionPercent: null }, ports: [] },
};
const BEHIND = {
  mesh: { ...DEFAULT_MESH, istioVersion: "1.31.0", gateways: [{ network: "vpc-2", cluster: "Kubernetes", address: "203.0.113.1", port: 15_443 }] },
  entries: [machine("x", { network: "vpc-2" })],
};
const ENTRIES = [machine("x"), machine("yy", { locality: "eu/b" })];

function said(own: Partial<SelectionWorld>, hasUnreadSlices = false, host = HOST) {
  const empty = { pods: [], services: [], rules: [], sidecars: [], authentications: [], virtualServices: [], slices: [] };
  const world: SelectionWorld = { mesh: { ...DEFAULT_MESH, istioVersion: "1.31.0" }, entries: ENTRIES, serviceEntries: [object()], ...empty, ...own };
  const reach = serviceReachOf(host, { ...BARE_SIDECAR_CALLER, ...from }, world);
  return reachWords(
    { kind: "ServiceEntry", namespace: "shop", name: "a", host, hasUnreadSlices, hasPlacelessPods: false, isForSidecars: false },
    from,
    reach,
    reach.ports[0] ?? null,
  );
}

describe("can a caller reach it", () => {
  it.each<[string, Partial<SelectionWorld>, string, string, string]>([
    [
      "all share by weight, and why",
      {},
      "yes",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 2 machines in 2 places share by weight.",
      "All places share by weight: an order by place needs outlier detection in a DestinationRule, and none sets it.",
    ],
    [
      "shares that are not known, because of the balancer",
      { rules: [{ ...rule, policy: { tls: null, ports: [], outlier: null, balancer: { simple: "RANDOM", locality: null, zoneAware: null } } }] },
      "yes",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 2 machines in 2 places share the calls.",
      "The DestinationRule sets RANDOM: the shares of calls are not known.",
    ],
    [
      "the order, and what it rests on",
      { rules: [rule] },
      "yes",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 1 machine in eu/a first, then 1 machine in eu/b.",
      "This order exists because DestinationRule checkout sets outlier detection; without it all places share by weight.",
    ],
    [
      "exportTo",
      { serviceEntries: [object({ exportTo: ["."] })] },
      "no",
      "A caller in web, eu/a, network vpc-1 does not know a.example.com.",
      "ServiceEntry shop/a is not exported to web (exportTo).",
    ],
    [
      "another namespace has it",
      { serviceEntries: [object(), object({ namespace: "web", name: "own", createdAt: 9 })] },
      "no",
      "A caller in web, eu/a, network vpc-1 reaches another a.example.com: there it is of ServiceEntry web/own.",
      "The machines of this one are sent to nobody there.",
    ],
    ["nobody is there", { entries: [] }, "no", "A caller in web, eu/a, network vpc-1 gets no endpoint of a.example.com.", ""],
    [
      "STRICT and plain text",
      {
        entries: [machine("x", { serviceAccount: "" })],
        authentications: [{ namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] }],
      },
      "no",
      "A caller in web, eu/a, network vpc-1 gets no answer from a.example.com: every endpoint rejects it.",
      "1 machine takes mutual TLS only (STRICT), and this caller sends plain text: x.",
    ],
    [
      "a gateway that passes a MESH_EXTERNAL service",
      { ...BEHIND, serviceEntries: [object({ isExternal: true })] },
      "no",
      "A caller in web, eu/a, network vpc-1 gets no answer from a.example.com: every endpoint rejects it.",
      "Calls to other networks end at 203.0.113.1:15443, which passes none of them: the service is MESH_EXTERNAL or has no location.",
    ],
    [
      "a gateway that gets plain text",
      { ...BEHIND, mesh: { ...BEHIND.mesh, autoMtls: false }, entries: [machine("x"), machine("yy", { network: "vpc-2" })] },
      "partly",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 1 machine and 1 gateway to 1 machine in eu/a share by weight.",
      "Calls to other networks end at 203.0.113.1:15443, which passes none of them: enableAutoMtls is off.",
    ],
    [
      "a gateway for machines in two localities",
      { ...BEHIND, entries: [machine("x", { network: "vpc-2" }), machine("yy", { network: "vpc-2", locality: "eu/b" })] },
      "yes",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 1 gateway to 2 machines in eu/a answers.",
      "A gateway stands for several places: it is asked in the order of the first of them.",
    ],
    [
      "an open gateway",
      BEHIND,
      "yes",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 1 gateway to 1 machine in eu/a answers.",
      "Endpoints in other networks are reached through 203.0.113.1:15443. The gateway picks the machine.",
    ],
    [
      "a Sidecar that does not import it",
      { sidecars: [{ namespace: "web", name: "narrow", createdAt: 0, labels: [], callers: null, egress: [{ port: null, protocol: "", hosts: ["./*"] }] }] },
      "no",
      "A caller in web, eu/a, network vpc-1 does not know a.example.com.",
      "Sidecar web/narrow does not import it.",
    ],
  ])("%s", (_what, own, answer, sentence, because) => {
    const words = said(own);
    expect([words.answer, words.sentence]).toEqual([answer, sentence]);
    if (because === "") expect(words.because).toEqual([]);
    else expect(words.because).toContain(because);
  });

  it.each<[string, Partial<SelectionWorld>, string, string, readonly string[]]>([
    [
      "no other endpoint",
      { entries: [] },
      "unknown",
      "A caller in web, eu/a, network vpc-1 reaches the EndpointSlices of a.example.com.",
      ["The Service has no selector, and its EndpointSlices are not visible."],
    ],
    [
      "a machine of a ServiceEntry with its host name",
      { entries: [machine("x")] },
      "yes",
      "A caller in web, eu/a, network vpc-1 reaches a.example.com: 1 machine in eu/a answers.",
      [
        "All are in one place: there is no order.",
        "Nobody else is in the list: if all die, requests fail.",
        "The Service has no selector, and its EndpointSlices are not visible.",
      ],
    ],
  ])("does not report a Service without a selector as unreachable: %s", (_what, own, answer, sentence, because) => {
    expect(said(own, true)).toEqual({ answer, sentence, because });
  });

  it("does not claim that callers of a DNS service keep one copy of a gateway or address", () => {
    const service = { serviceEntries: [object({ resolution: "DNS" })] };
    const copies = said({ ...service, entries: [machine("x"), machine("y")] });
    expect(copies.because).toContain("1 endpoint has the address and port of another. How callers of a DNS service share requests among them is not known.");
    const entries = [machine("x", { network: "vpc-2" }), machine("yy", { network: "vpc-2", locality: "eu/b" })];
    const shared = said({ ...service, mesh: { ...BEHIND.mesh, gatewaysServeDns: true }, entries });
    expect(shared.because).toContain("A gateway stands for several places. How callers of a DNS service share requests among them is not known.");
  });

  it("shows both outcomes if the API does not show the gateways of a DNS service", () => {
    const dns = { ...BEHIND, serviceEntries: [object({ resolution: "DNS" })], mesh: { ...BEHIND.mesh, gatewaysServeDns: null } };
    expect(said(dns)).toEqual({
      answer: "unknown",
      sentence: "A caller in web, eu/a, network vpc-1 gets 1 machine or 1 gateway to 1 machine of a.example.com.",
      because: ["The API does not show which gateways istiod uses for DNS services."],
    });
    const unmarked = { ...dns, entries: [machine("x", { network: "vpc-2", serviceAccount: "" })] };
    expect(said(unmarked).sentence).toBe("A caller in web, eu/a, network vpc-1 gets 1 machine or no endpoint of a.example.com.");
    expect(said({ ...dns, entries: [machine("x", { network: "vpc-1" })] }).answer).toBe("yes");
  });

  it("shows both outcomes if two EndpointSlices list an address with different health", () => {
    const host = "a.shop.svc.cluster.local";
    const unhealthy = aSlice({ name: "a-2", endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false, terminating: false })] });
    expect(said({ serviceEntries: [object({ hosts: [host], selector: null })], slices: [aSlice(), unhealthy] }, false, host)).toEqual({
      answer: "unknown",
      sentence: "A caller in web, eu/a, network vpc-1 gets 1 address or no endpoint of a.shop.svc.cluster.local.",
      because: ["Two EndpointSlices list one address with different values. The API does not show the slice that istiod uses."],
    });
  });

  it("shows all outcomes of an IPv6 gateway if the address families of the caller are not known", () => {
    const gateways = (BEHIND.mesh?.gateways ?? []).map((one) => ({ ...one, address: "2001:db8::1" }));
    const words = said({ ...BEHIND, mesh: { ...BEHIND.mesh, gateways } });
    expect(words.answer).toBe("unknown");
    expect(words.sentence).toBe("A caller in web, eu/a, network vpc-1 gets no endpoint or 1 gateway to 1 machine of a.example.com.");
    expect(words.because).toEqual(["The API does not show the address families of this caller. istiod leaves out gateways of other families."]);
  });

  it("tells what happens when the nearest place dies", () => {
    expect(said({ rules: [rule] }).because).toContain(
      "If all in eu/a died at once, they would keep being asked until they leave the list: callers may eject none of them (maxEjectionPercent, 10 % where it is not written).",
    );
  });
});

it("a caller of nowhere is one of a namespace", () => {
  expect(callerPhrase({ namespace: "web", locality: "", network: "" })).toBe("A caller in web");
});

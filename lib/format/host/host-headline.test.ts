import { describe, expect, it } from "vitest";
import { type CountedService, serviceEndpointsStatement } from "@/lib/domain/statements/service";
import { aCountedService, NO_COUNTED_MACHINES } from "@/lib/testing/counted-services";
import { kubectlPhrase, serviceHeadline } from "./host-headline";

const NOW = Date.UTC(2026, 10, 22, 12);
const machines = (own: Partial<typeof NO_COUNTED_MACHINES>) => ({ ...NO_COUNTED_MACHINES, ...own });
const said = (own: Partial<CountedService>, past = false) => {
  const tense = past ? ({ past: true, at: "at 04:16:12", moment: NOW } as const) : ({ past: false } as const);
  const { who, verb, trouble } = serviceHeadline(serviceEndpointsStatement(aCountedService(own)), tense, NOW, "utc");
  return [who.join(" and "), verb, trouble].filter((part) => part !== "").join(" ");
};

describe("a service-endpoints statement", () => {
  it.each<[string, Partial<CountedService>, string]>([
    [
      "has machines, pods and lost machines",
      {
        machines: machines({ taken: 34, answering: 32, unhealthy: 2 }),
        pods: { taken: 4, ready: 4, depends: 0 },
        vanished: { count: 6, since: Date.UTC(2026, 10, 22, 3, 12) },
      },
      "32 machines and 4 pods answer for checkout. Two more match and are unhealthy; six that matched have been lost since 03:12:00.",
    ],
    [
      "has a Pod with the address of a machine",
      { machines: machines({ taken: 1, answering: 1 }), pods: { taken: 1, ready: 1, depends: 0 }, copies: { machines: 0, pods: 1, inline: 0, addresses: 0 } },
      "1 machine answers for checkout. One more has a counted address and port, so callers do not use it.",
    ],
    ["has the host name only", { names: 1 }, "1 name answers for checkout. Callers resolve it by DNS, and its health is not known."],
    [
      "belongs to another object",
      { machines: machines({ taken: 2, notOwned: 2 }), owner: "ServiceEntry shop/old" },
      "ServiceEntry shop/old defines checkout: this object adds no endpoint. Two match and are not sent, because another object has the host name or port.",
    ],
    [
      "has a host name that the caller does not know",
      { machines: machines({ taken: 2, hostUnknown: 2 }) },
      "Nobody answers for checkout. Two match and are not sent, because this caller does not know the host name.",
    ],
    [
      "has machines that the caller is not sent, for several reasons",
      { machines: machines({ taken: 7, answering: 1, notOwned: 1, unreachable: 2, elsewhere: 3 }) },
      "1 machine answers for checkout. Six more match: one not sent, because another object has the host name or port, two not reachable for this caller and three left out by policy.",
    ],
    [
      "has endpoints behind gateways that are not visible",
      { machines: machines({ taken: 2, answering: 2 }), hasUnseenPaths: true },
      "2 machines answer for checkout. Gateways are not visible: paths to other networks are not known.",
    ],
    ["has one endpoint", { machines: machines({ taken: 1, answering: 1 }) }, "1 machine answers for checkout."],
    [
      "shares its host name with another object",
      {
        machines: machines({ taken: 1, answering: 1 }),
        claims: [
          { isOwn: true, outcome: "defines" },
          { isOwn: false, outcome: "adds-endpoints" },
        ],
      },
      "1 machine of this object answers for checkout.",
    ],
    [
      "has a host name that another namespace defines too",
      {
        machines: machines({ taken: 1, answering: 1 }),
        claims: [
          { isOwn: true, outcome: "defines" },
          { isOwn: false, outcome: "other-namespace-wins" },
        ],
      },
      "1 machine answers for checkout.",
    ],
    [
      "is shown for a Pod outside the mesh, and counts the endpoints of a sidecar in its place",
      { machines: machines({ taken: 2, answering: 2 }), seenFrom: { kind: "outside" } },
      "2 machines answer for checkout to callers with a sidecar.",
    ],
    [
      "is in a mesh with ambient mode",
      { machines: machines({ taken: 2, answering: 2 }), isForSidecars: true },
      "2 machines answer for checkout to callers with a sidecar.",
    ],
    ["has inline endpoints only", { inline: { count: 3, written: 3, depends: 0 } }, "3 inline endpoints answer for checkout."],
    ["has no healthy endpoint", { machines: machines({ taken: 2, unhealthy: 2 }) }, "Nobody answers for checkout. Two match and are unhealthy."],
    [
      "has machines that istiod may send",
      { machines: machines({ taken: 5, answering: 3, doubted: 2, depends: 2 }) },
      "3 machines answer for checkout. istiod sends two more or not: the API does not show which gateways it uses.",
    ],
    [
      "has only a machine that istiod may send",
      { machines: machines({ taken: 1, doubted: 1, depends: 1 }) },
      "1 endpoint of checkout depends on istiod. istiod sends it or not: the API does not show which gateways it uses.",
    ],
    [
      "has endpoints by the version of istiod",
      { kind: "ServiceEntry", selector: [], excluded: [{ reason: "empty-selector-unknown", machines: 2, pods: 0 }] },
      "2 endpoints of checkout depend on istiod. istiod sends them or not: a selector without labels selects everything or nothing, by istiod's version.",
    ],
    [
      "has inline endpoints that istiod may send",
      { inline: { count: 0, written: 2, depends: 2 } },
      "2 endpoints of checkout depend on istiod. istiod sends them or not: the API does not show which gateways it uses.",
    ],
    [
      "has machines that are no endpoints, for several reasons",
      { machines: machines({ taken: 5, answering: 1, unhealthy: 2, awaiting: 1, draining: 1 }) },
      "1 machine answers for checkout. Four more match: two unhealthy, one starting and one draining.",
    ],
    ["has unverified machines only", { machines: machines({ taken: 2, doubted: 2 }) }, "2 unverified machines answer for checkout."],
    ["has a selector that nothing matches", {}, "Nobody has the labels that checkout selects."],
    [
      "has a selector whose labels one machine has, with a host name as address",
      { excluded: [{ reason: "host-name-address", machines: 1, pods: 0 }] },
      "1 machine has the labels that checkout selects, but istiod leaves it out: the address is a host name.",
    ],
    [
      "has a selector whose labels machines and a pod have, for two reasons",
      {
        excluded: [
          { reason: "machine-of-other-revision", machines: 2, pods: 0 },
          { reason: "switched-off", machines: 0, pods: 1 },
        ],
      },
      "2 machines and 1 pod have the labels that checkout selects, but istiod leaves them out: the label istio.io/rev names another revision, and 1 more reason.",
    ],
    ["has no selector", { selector: null }, "Nobody is selected by checkout: it has no selector and no endpoints."],
    [
      "is a Service without a selector whose EndpointSlices are not visible",
      { kind: "Service", selector: null, addresses: null },
      "The endpoints of checkout are not known. The Service has no selector, and its EndpointSlices are not visible.",
    ],
    [
      "is a Service without a selector with an address whose Pod is not visible",
      { kind: "Service", selector: null, addresses: { taken: 1, ready: 0, doubted: 1 } },
      "The endpoints of checkout are not known. The visible objects do not show the addresses that istiod sends. 1 address is not known.",
    ],
    [
      "is a Service without a selector and without EndpointSlices",
      { kind: "Service", selector: null },
      "Nobody is selected by checkout: it has no selector and no endpoints.",
    ],
    [
      "has addresses of EndpointSlices",
      { kind: "Service", selector: null, addresses: { taken: 4, ready: 2, doubted: 1 } },
      "2 addresses answer for checkout. 1 address is not serving; 1 address is not known.",
    ],
    [
      "has addresses that are not ready",
      { kind: "Service", selector: null, addresses: { taken: 2, ready: 0, doubted: 0 } },
      "Nobody answers for checkout. 2 addresses are not serving.",
    ],
    [
      "has a machine, a pod and an address",
      { machines: machines({ taken: 1, answering: 1 }), pods: { taken: 1, ready: 1, depends: 0 }, addresses: { taken: 1, ready: 1, doubted: 0 } },
      "1 machine and 1 pod and 1 address answer for checkout.",
    ],
    [
      "has a selector that nothing matches while EndpointSlices are hidden",
      { kind: "Service", addresses: null },
      "Nobody has the labels that checkout selects, as far as can be seen: EndpointSlices are not.",
    ],
    ["is headless", { type: "headless" }, "checkout has no list of endpoints: its callers look addresses up themselves."],
    ["is an alias", { type: "ExternalName" }, "checkout is another name, and has no endpoints."],
    ["has machines that are not visible", { machines: null, pods: null }, "Who answers for checkout is not visible to you."],
    ["has pods that are not visible", { pods: null }, "Nobody has the labels that checkout selects, as far as can be seen: Pods are not."],
    [
      "has matching machines that are not endpoints while pods are hidden",
      { machines: machines({ taken: 1, others: 1 }), pods: null },
      "Nobody answers for checkout, as far as can be seen: Pods are not. One matches and is not sent to callers.",
    ],
    ["has pods that are not ready", { pods: { taken: 3, ready: 2, depends: 0 } }, "2 pods answer for checkout. 1 pod is not ready."],
  ])("%s", (_what, own, words) => {
    expect(said(own)).toBe(words);
  });

  it("uses the past tense if the page is not live", () => {
    expect(said({ machines: machines({ taken: 34, answering: 32, unhealthy: 2 }) }, true)).toBe(
      "32 machines answered for checkout at 04:16:12. Two more matched and were unhealthy.",
    );
  });
});

it.each([
  ["Service", 4, "kubectl get endpoints lists the 4 pods only: machines are added by istiod"],
  ["Service", 1, "kubectl get endpoints lists the 1 pod only: machines are added by istiod"],
  ["Service", 0, "kubectl get endpoints lists nobody: machines are added by istiod"],
  ["Service", null, "kubectl get endpoints lists Pods only: machines are added by istiod"],
  ["ServiceEntry", 4, "kubectl shows no endpoints of a ServiceEntry: istiod keeps them for itself"],
] as const)("what kubectl shows of a %s with %s pods", (kind, pods, words) => {
  expect(kubectlPhrase(kind, pods, 0)).toBe(words);
});

it("names EndpointSlices as the list of kubectl where they have further addresses", () => {
  expect(kubectlPhrase("Service", 1, 2)).toBe("kubectl get endpointslices lists Pods and addresses only: machines are added by istiod");
});

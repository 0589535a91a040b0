import { describe, expect, it } from "vitest";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { aWorld } from "@/lib/testing/entries";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aKubernetesService, aMesh, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { emptySelector, sameSelector, takesNobody, unselectedEntry, unusedServiceEntry } from "./selectors";

describe("STL302 takes-nobody", () => {
  const oracle = aKubernetesService({
    selector: [
      ["app", "a"],
      ["role", "main"],
    ],
  });
  const primary = aMachine("primary", {
    specLabels: [
      ["app", "a"],
      ["role", "primary"],
    ],
  });
  const hosts = [oracle];

  it.each([
    [
      "finds a fault if only one label value of a machine differs",
      { hosts, entries: [primary] },
      [{ nearest: "primary", reason: "labels-differ", differs: ["role: main is wanted, primary is there"] }],
    ],
    [
      "finds a fault if only one label is missing on a Pod",
      { hosts, pods: [aTablePod()] },
      [{ nearest: "pod-1", nearestKind: "Pod", differs: ["role: main is wanted, nothing is there"] }],
    ],
    [
      "finds a fault if the only machine has a host name as its address",
      { hosts: [aServiceEntry()], entries: [aMachine("vm", { address: "vm.example.com" })] },
      [{ reason: "host-name-address" }],
    ],
    [
      "finds a fault if the only machine is for another revision of istiod",
      { hosts: [aServiceEntry()], entries: [aMachine("vm", { metadataLabels: [["istio.io/rev", "canary"]] })] },
      [{ reason: "machine-of-other-revision" }],
    ],
    [
      "finds a fault if a value of a label differs, and the address is a host name",
      { hosts: [aServiceEntry({ selector: oracle.selector })], entries: [{ ...primary, address: "vm.example.com" }] },
      [{ reason: "labels-differ", others: ["host-name-address"] }],
    ],
    [
      "finds a fault if a machine of another namespace has all labels",
      { hosts, entries: [aMachine("far", { namespace: "legacy", specLabels: oracle.selector })] },
      [{ nearest: "far", reason: "other-namespace", namespace: "legacy" }],
    ],
    [
      "finds nothing if a machine of a namespace that is not visible has all labels",
      { hosts, entries: [aMachine("far", { namespace: "legacy", specLabels: oracle.selector })], unseen: { workloadentries: ["legacy"] } },
      [],
    ],
    ["finds nothing if the selector matches one machine", { hosts, entries: [primary, aMachine("main", { specLabels: oracle.selector })] }, []],
    ["finds nothing if no machine or Pod has similar labels", { hosts, entries: [aMachine("x", { specLabels: [["team", "x"]] })] }, []],
    ["finds nothing if the Service is headless", { hosts: [{ ...oracle, isHeadless: true }], entries: [primary] }, []],
    ["finds nothing if the Pod with similar labels has ended", { hosts, pods: [aTablePod({ phase: "Failed" })] }, []],
  ])("STL302 %s", (_what, objects, evidence) => {
    expect(evidenceOfAll(takesNobody, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL302 has no patch if no label is equal", () => {
    const objects = { hosts: [aKubernetesService({ selector: [["app", "labels"]] })], entries: [aMachine("vm", { specLabels: [["app", "label-printer"]] })] };
    expect(findingsOf(takesNobody, objects).map(({ detected }) => detected.patch)).toEqual([undefined]);
  });

  it.each([
    ["a Service", { hosts, entries: [primary] }],
    ["a ServiceEntry", { hosts: [aServiceEntry({ selector: oracle.selector })], entries: [primary] }],
  ])("STL302 finds nothing after its patch of %s", (_what, objects) => {
    expect(evidenceOfAll(takesNobody, objects)).toHaveLength(1);
    expect(leftAfterPatch(takesNobody, objects)).toEqual([]);
  });
});

describe("STL303 unused-service-entry", () => {
  const hosts = [aServiceEntry({ selector: [["app", "old"]], createdAt: 1 })];
  const entries = [aMachine("x", { specLabels: [["app", "shop"]] })];
  const serving = aServiceEntry({ name: "new", selector: [["app", "shop"]], createdAt: 2 });
  const service = aKubernetesService({ name: "web", selector: [["app", "shop"]] });
  const besideService = aServiceEntry({ hosts: ["web.shop.svc.cluster.local"], selector: [["app", "old"]] });

  it.each([
    ["finds a fault for a ServiceEntry whose labels no machine nearly has", { hosts, entries }, [{ wanted: ["app=old"] }]],
    ["finds a fault for a ServiceEntry in an empty namespace", { hosts }, [{ wanted: ["app=old"] }]],
    ["finds nothing for a ServiceEntry whose labels a machine nearly has", { hosts, entries: [aMachine("x", { specLabels: [["app", "older"]] })] }, []],
    ["finds nothing for a ServiceEntry that selects a machine", { hosts, entries: [aMachine("x", { specLabels: [["app", "old"]] })] }, []],
    [
      "finds nothing for a ServiceEntry whose labels a machine of another namespace has",
      { hosts, entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "old"]] })] },
      [],
    ],
    ["finds nothing for a Service", { hosts: [aKubernetesService({ selector: [["app", "old"]] })], entries }, []],
    ["finds nothing for a ServiceEntry that defines the host name for an object with a machine", { hosts: [...hosts, serving], entries }, []],
    [
      "finds nothing for a ServiceEntry whose host name an older object with a machine defines",
      { hosts: [...hosts, { ...serving, createdAt: 0 }], entries },
      [],
    ],
    [
      "finds nothing for a DNS ServiceEntry that defines the host name for another object with a machine",
      { hosts: [aServiceEntry({ resolution: "DNS", selector: [["app", "old"]] }), serving], entries },
      [],
    ],
    ["finds nothing for a ServiceEntry with the host name of a Service with a machine", { hosts: [besideService, service], entries }, []],
    [
      "finds a fault for a ServiceEntry whose host name another object has on other ports only",
      { hosts: [...hosts, { ...serving, ports: [anEntryPort({ name: "web", number: 81 })] }], entries },
      [{ wanted: ["app=old"] }],
    ],
    [
      "finds a fault for a ServiceEntry whose host name an object of another namespace defines",
      { hosts: [...hosts, { ...serving, namespace: "legacy" }], entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "shop"]] })] },
      [{ wanted: ["app=old"] }],
    ],
    [
      "finds nothing for a ServiceEntry whose callers in another namespace get a machine of another object",
      { hosts: [...hosts, serving].map((one) => ({ ...one, exportTo: ["web"] })), entries },
      [],
    ],
    ["finds nothing for a ServiceEntry without a selector", { hosts: [aServiceEntry({ selector: null })], entries }, []],
  ])("STL303 %s", (_what, objects, evidence) => {
    expect(evidenceOfAll(unusedServiceEntry, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL303 finds nothing after its command", () => {
    expect(findingsOf(unusedServiceEntry, { hosts, entries })[0]?.detected.patch).toEqual({
      command: "kubectl delete serviceentries.networking.istio.io -n shop a",
    });
    expect(leftAfterPatch(unusedServiceEntry, { hosts, entries })).toEqual([]);
  });
});

describe("STL312 empty-selector", () => {
  const hosts = [aServiceEntry({ selector: [] })];
  const of = (istioVersion: string | null, otherVersions: readonly string[] = []) => ({
    hosts,
    mesh: { settings: aMesh({ istioVersion, otherVersions }), doubts: [] },
  });
  const canary = meshFactsByRevision(
    { namespace: "istio-system", pods: [{ revision: "canary", version: "1.31.1", settings: {} }], deployments: [], configOf: () => ({ kind: "absent" }) },
    [],
  );
  const withCanary = (labels: readonly (readonly [string, string])[]) => ({
    ...of("1.31.0"),
    hosts: [aServiceEntry({ selector: [], labels })],
    world: aWorld([], { meshes: canary }),
  });

  it.each([
    ["finds a selector without labels, which selects everything in 1.31", of("1.31.0"), [{ takes: "everything", version: "1.31.0" }]],
    ["finds a selector without labels, which selects nothing in 1.29", of("1.29.2"), [{ takes: "nothing" }]],
    ["finds a selector without labels, which selects everything in 1.30.4", of("1.30.4"), [{ takes: "everything", version: "1.30.4" }]],
    ["finds a selector without labels, which selects nothing in 1.30.5", of("1.30.5"), [{ takes: "nothing", version: "1.30.5" }]],
    [
      "finds a selector without labels, which two replicas with 1.30.4 and 1.30.5 treat differently",
      of("1.30.4", ["1.30.5"]),
      [{ takes: "unknown", everything: ["1.30.4"], nothing: ["1.30.5"] }],
    ],
    ["finds a selector without labels, which two newer replicas treat equally", of("1.30.5", ["1.31.1"]), [{ takes: "nothing", version: "1.30.5, 1.31.1" }]],
    [
      "finds a selector without labels that another revision of istiod also reads",
      withCanary([]),
      [{ takes: "unknown", everything: ["1.31.0"], nothing: ["1.31.1"] }],
    ],
    [
      "finds a selector without labels that only another revision of istiod reads",
      withCanary([["istio.io/rev", "canary"]]),
      [{ takes: "nothing", version: "1.31.1" }],
    ],
    [
      "finds a selector without labels, with a development build of istiod",
      of("1.30-alpha.abc"),
      [{ takes: "unknown", version: "1.30-alpha.abc", everything: [], nothing: [] }],
    ],
    ["finds a selector without labels, if the version of istiod is not known", of(null), [{ takes: "unknown", version: "" }]],
    ["finds nothing for a selector with labels", { hosts: [aServiceEntry()] }, []],
    ["finds nothing for a ServiceEntry without a selector", { hosts: [aServiceEntry({ selector: null })] }, []],
    ["finds nothing for a Service, which selects nothing without labels", { hosts: [aKubernetesService({ selector: [] })] }, []],
  ])("STL312 %s", (_what, objects, evidence) => expect(evidenceOfAll(emptySelector, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
});

describe("STL314 same-selector", () => {
  const [one, two] = [aServiceEntry({ name: "one", hosts: ["one.test"] }), aServiceEntry({ name: "two", hosts: ["two.test"] })];

  it.each([
    ["finds a fault for two services with the same labels and port", [two, one], [["ServiceEntry/shop/one", ["two.test"]]]],
    ["finds a fault for a Service and a ServiceEntry with the same labels and port", [aKubernetesService(), two], [["Service/shop/a", ["two.test"]]]],
    ["finds nothing for services with different ports", [one, { ...two, ports: [anEntryPort({ number: 81 })] }], []],
    [
      "finds nothing for services of which one has more labels",
      [
        one,
        {
          ...two,
          selector: [
            ["app", "a"],
            ["v", "1"],
          ] as const,
        },
      ],
      [],
    ],
    ["finds nothing for a headless Service next to another Service", [aKubernetesService({ name: "b", isHeadless: true }), aKubernetesService()], []],
    ["finds nothing for two objects of one host name, whose machines add up", [one, { ...two, hosts: ["one.test"] }], []],
    ["finds nothing for services in different namespaces", [one, { ...two, namespace: "other" }], []],
  ])("STL314 %s", (_what, hosts, expected) => {
    expect(findingsOf(sameSelector, { hosts }).map(({ subject, detected }) => [subject, detected.evidence.others])).toEqual(expected);
  });
});

describe("STL316 unselected-entry", () => {
  const other = aMachine("vm", { specLabels: [["app", "a-old"]] });
  const wide = aServiceEntry({
    selector: [
      ["app", "a"],
      ["v", "1"],
    ],
  });
  const inline = aServiceEntry({
    selector: null,
    endpoints: [{ address: "10.0.0.1", network: "", locality: "", serviceAccount: "", weight: null, ports: [], labels: [] }],
  });

  it.each([
    ["finds a fault for a hand-written entry that no object selects", { hosts: [aServiceEntry({ selector: [["team", "x"]] })], entries: [other] }, [{}]],
    [
      "finds a fault for a hand-written entry that does not have a label of a selector",
      { hosts: [wide], entries: [aMachine("vm")] },
      [{ nearest: "ServiceEntry a" }],
    ],
    [
      "finds a fault for a hand-written entry next to a headless Service without a selector",
      { hosts: [aKubernetesService({ isHeadless: true, selector: [] })], entries: [other] },
      [{}],
    ],
    ["finds a fault for a hand-written entry in a namespace without services", { entries: [other] }, [{}]],
    ["finds nothing for a hand-written entry that an object selects", { hosts: [aServiceEntry()], entries: [aMachine("vm")] }, []],
    ["finds nothing for a registered entry, because its machine may be only a caller", { entries: [aMachine("vm", { registrationGroup: "workers" })] }, []],
    ["finds nothing for an entry whose address is in `endpoints` of a ServiceEntry", { hosts: [inline], entries: [other] }, []],
    [
      "finds nothing for an entry whose kind of address is not accepted, which another rule reports",
      { hosts: [aServiceEntry()], entries: [aMachine("vm", { address: "vm.example.com" })] },
      [],
    ],
    [
      "finds nothing for an entry that only a ServiceEntry with resolution NONE selects",
      { hosts: [aServiceEntry({ resolution: "NONE" })], entries: [aMachine("vm")] },
      [],
    ],
    [
      "finds nothing for an entry that such a ServiceEntry adds to another object's host name",
      { hosts: [aServiceEntry({ name: "owner", selector: [["app", "b"]] }), aServiceEntry({ createdAt: 2, resolution: "NONE" })], entries: [aMachine("vm")] },
      [],
    ],
    [
      "finds nothing for an entry that only a headless Service selects, which another rule reports",
      { hosts: [aKubernetesService({ isHeadless: true })], entries: [aMachine("vm")] },
      [],
    ],
  ])("STL316 %s", (_what, objects, evidence) => expect(evidenceOfAll(unselectedEntry, objects)).toEqual(evidence));

  it("STL316 finds nothing after its patch", () => {
    const fits = aMachine("fits", { specLabels: wide.selector ?? [] });
    const objects = { hosts: [wide], entries: [aMachine("vm"), fits] };
    expect(evidenceOfAll(unselectedEntry, objects)).toHaveLength(1);
    expect(leftAfterPatch(unselectedEntry, objects)).toEqual([]);
    expect(findingsOf(unselectedEntry, objects)[0]?.detected.patch).toBeDefined();
  });

  it.each([
    ["if the nearest selector matches nothing, because that selector may be wrong", [wide], aMachine("vm")],
    ["if no label is equal", [aServiceEntry({ selector: [["app", "alpha"]] })], aMachine("vm", { specLabels: [["app", "alphabet"]] })],
  ])("STL316 has no patch %s", (_where, hosts, vm) => {
    expect(findingsOf(unselectedEntry, { hosts, entries: [vm] }).map(({ detected }) => detected.patch)).toEqual([undefined]);
  });
});

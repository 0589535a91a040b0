import { describe, expect, it } from "vitest";
import { meshFactsOf } from "@/lib/domain/mesh/mesh-facts";
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
      "a value of a label differs",
      { hosts, entries: [primary] },
      [{ nearest: "primary", reason: "labels-differ", differs: ["role: main is wanted, primary is there"] }],
    ],
    ["a Pod lacks a label", { hosts, pods: [aTablePod()] }, [{ nearest: "pod-1", nearestKind: "Pod", differs: ["role: main is wanted, nothing is there"] }]],
    [
      "the only machine has a host name",
      { hosts: [aServiceEntry()], entries: [aMachine("vm", { address: "vm.example.com" })] },
      [{ reason: "host-name-address" }],
    ],
    [
      "the only machine is for another revision",
      { hosts: [aServiceEntry()], entries: [aMachine("vm", { metadataLabels: [["istio.io/rev", "canary"]] })] },
      [{ reason: "machine-of-other-revision" }],
    ],
    [
      "a value of a label differs, and the address is a host name",
      { hosts: [aServiceEntry({ selector: oracle.selector })], entries: [{ ...primary, address: "vm.example.com" }] },
      [{ reason: "labels-differ", others: ["host-name-address"] }],
    ],
    [
      "a machine of another namespace has all labels",
      { hosts, entries: [aMachine("far", { namespace: "legacy", specLabels: oracle.selector })] },
      [{ nearest: "far", reason: "other-namespace", namespace: "legacy" }],
    ],
    [
      "a machine of a namespace that is not visible has all labels",
      { hosts, entries: [aMachine("far", { namespace: "legacy", specLabels: oracle.selector })], unseen: { workloadentries: ["legacy"] } },
      [],
    ],
    ["one machine fits", { hosts, entries: [primary, aMachine("main", { specLabels: oracle.selector })] }, []],
    ["nobody has anything like it", { hosts, entries: [aMachine("x", { specLabels: [["team", "x"]] })] }, []],
    ["the Service is headless", { hosts: [{ ...oracle, isHeadless: true }], entries: [primary] }, []],
    ["the near Pod has ended", { hosts, pods: [aTablePod({ phase: "Failed" })] }, []],
  ])("STL302 has the expected findings if %s", (_what, objects, evidence) => {
    expect(evidenceOfAll(takesNobody, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
  });

  it("STL302 has no patch if no label agrees", () => {
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
    ["a ServiceEntry that nobody is near", { hosts, entries }, [{ wanted: ["app=old"] }]],
    ["one in an empty namespace", { hosts }, [{ wanted: ["app=old"] }]],
    ["one that somebody nearly fits", { hosts, entries: [aMachine("x", { specLabels: [["app", "older"]] })] }, []],
    ["one that takes a machine", { hosts, entries: [aMachine("x", { specLabels: [["app", "old"]] })] }, []],
    ["one whose labels a machine of another namespace has", { hosts, entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "old"]] })] }, []],
    ["a Service", { hosts: [aKubernetesService({ selector: [["app", "old"]] })], entries }, []],
    ["one that owns the host name of another with a machine", { hosts: [...hosts, serving], entries }, []],
    ["one that another owner with a machine precedes", { hosts: [...hosts, { ...serving, createdAt: 0 }], entries }, []],
    [
      "one that resolves names and owns the host name of another",
      { hosts: [aServiceEntry({ resolution: "DNS", selector: [["app", "old"]] }), serving], entries },
      [],
    ],
    ["one beside a Service with a machine", { hosts: [besideService, service], entries }, []],
    [
      "one that owns the host name of another with other ports only",
      { hosts: [...hosts, { ...serving, ports: [anEntryPort({ name: "web", number: 81 })] }], entries },
      [{ wanted: ["app=old"] }],
    ],
    [
      "one whose host name another namespace serves",
      { hosts: [...hosts, { ...serving, namespace: "legacy" }], entries: [aMachine("x", { namespace: "legacy", specLabels: [["app", "shop"]] })] },
      [{ wanted: ["app=old"] }],
    ],
    [
      "one whose callers in another namespace get a machine of another object",
      { hosts: [...hosts, serving].map((one) => ({ ...one, exportTo: ["web"] })), entries },
      [],
    ],
    ["one without a selector", { hosts: [aServiceEntry({ selector: null })], entries }, []],
  ])("STL303 has the expected findings for %s", (_what, objects, evidence) => {
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
  const canary = meshFactsOf(
    { namespace: "istio-system", pods: [{ revision: "canary", version: "1.31.1", settings: {} }], deployments: [], configOf: () => ({ kind: "absent" }) },
    [],
  );
  const withCanary = (labels: readonly (readonly [string, string])[]) => ({
    ...of("1.31.0"),
    hosts: [aServiceEntry({ selector: [], labels })],
    world: aWorld([], { meshes: canary }),
  });

  it.each([
    ["by 1.31", of("1.31.0"), [{ takes: "everything", version: "1.31.0" }]],
    ["by 1.29", of("1.29.2"), [{ takes: "nothing" }]],
    ["by 1.30.4 with its fix outstanding", of("1.30.4"), [{ takes: "everything", version: "1.30.4" }]],
    ["by 1.30.5 with the fix", of("1.30.5"), [{ takes: "nothing", version: "1.30.5" }]],
    ["by two replicas before and after the fix", of("1.30.4", ["1.30.5"]), [{ takes: "unknown", everything: ["1.30.4"], nothing: ["1.30.5"] }]],
    ["by two replicas after the fix", of("1.30.5", ["1.31.1"]), [{ takes: "nothing", version: "1.30.5, 1.31.1" }]],
    ["by another revision too", withCanary([]), [{ takes: "unknown", everything: ["1.31.0"], nothing: ["1.31.1"] }]],
    ["by the other revision alone", withCanary([["istio.io/rev", "canary"]]), [{ takes: "nothing", version: "1.31.1" }]],
    ["by a build without a number", of("1.30-alpha.abc"), [{ takes: "unknown", version: "1.30-alpha.abc", everything: [], nothing: [] }]],
    ["by a version that is not known", of(null), [{ takes: "unknown", version: "" }]],
    ["with labels", { hosts: [aServiceEntry()] }, []],
    ["of a ServiceEntry without one", { hosts: [aServiceEntry({ selector: null })] }, []],
    ["of a Service, which takes nobody by it and says so in Kubernetes", { hosts: [aKubernetesService({ selector: [] })] }, []],
  ])("STL312 has the expected findings for a selector %s", (_what, objects, evidence) =>
    expect(evidenceOfAll(emptySelector, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
  );
});

describe("STL314 same-selector", () => {
  const [one, two] = [aServiceEntry({ name: "one", hosts: ["one.test"] }), aServiceEntry({ name: "two", hosts: ["two.test"] })];

  it.each([
    ["two hosts by the same labels and port", [two, one], [["ServiceEntry/shop/one", ["two.test"]]]],
    ["a Service and a ServiceEntry", [aKubernetesService(), two], [["Service/shop/a", ["two.test"]]]],
    ["other ports", [one, { ...two, ports: [anEntryPort({ number: 81 })] }], []],
    [
      "more labels",
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
    ["a headless Service beside another", [aKubernetesService({ name: "b", isHeadless: true }), aKubernetesService()], []],
    ["two objects of one host, which add up", [one, { ...two, hosts: ["one.test"] }], []],
    ["two namespaces", [one, { ...two, namespace: "other" }], []],
  ])("STL314 has the expected findings for %s", (_what, hosts, expected) => {
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
    ["an entry that nobody wants", { hosts: [aServiceEntry({ selector: [["team", "x"]] })], entries: [other] }, [{}]],
    ["an entry that lacks a label", { hosts: [wide], entries: [aMachine("vm")] }, [{ nearest: "ServiceEntry a" }]],
    ["an entry beside a headless Service that selects nobody", { hosts: [aKubernetesService({ isHeadless: true, selector: [] })], entries: [other] }, [{}]],
    ["an entry in a namespace without hosts", { entries: [other] }, [{}]],
    ["an entry that is taken", { hosts: [aServiceEntry()], entries: [aMachine("vm")] }, []],
    ["one that registered itself: its machine may be a caller only", { entries: [aMachine("vm", { registrationGroup: "workers" })] }, []],
    ["one whose address a ServiceEntry writes out", { hosts: [inline], entries: [other] }, []],
    [
      "one that is skipped for its address, which another rule tells",
      { hosts: [aServiceEntry()], entries: [aMachine("vm", { address: "vm.example.com" })] },
      [],
    ],
    ["one that only a ServiceEntry with resolution NONE selects", { hosts: [aServiceEntry({ resolution: "NONE" })], entries: [aMachine("vm")] }, []],
    [
      "one that such a ServiceEntry selects for another owner of the host name",
      { hosts: [aServiceEntry({ name: "owner", selector: [["app", "b"]] }), aServiceEntry({ createdAt: 2, resolution: "NONE" })], entries: [aMachine("vm")] },
      [],
    ],
    ["one that only a headless Service wants, which another rule tells", { hosts: [aKubernetesService({ isHeadless: true })], entries: [aMachine("vm")] }, []],
  ])("STL316 has the expected findings for %s", (_what, objects, evidence) => expect(evidenceOfAll(unselectedEntry, objects)).toEqual(evidence));

  it("STL316 finds nothing after its patch", () => {
    const fits = aMachine("fits", { specLabels: wide.selector ?? [] });
    const objects = { hosts: [wide], entries: [aMachine("vm"), fits] };
    expect(evidenceOfAll(unselectedEntry, objects)).toHaveLength(1);
    expect(leftAfterPatch(unselectedEntry, objects)).toEqual([]);
    expect(findingsOf(unselectedEntry, objects)[0]?.detected.patch).toBeDefined();
  });

  it.each([
    ["where the nearest takes nobody, as that one may be wrong", [wide], aMachine("vm")],
    ["where no label agrees", [aServiceEntry({ selector: [["app", "alpha"]] })], aMachine("vm", { specLabels: [["app", "alphabet"]] })],
  ])("STL316 has no patch %s", (_where, hosts, vm) => {
    expect(findingsOf(unselectedEntry, { hosts, entries: [vm] }).map(({ detected }) => detected.patch)).toEqual([undefined]);
  });
});

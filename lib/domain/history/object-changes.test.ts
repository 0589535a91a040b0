import { describe, expect, it } from "vitest";
import type { Probe, WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { FlatObject } from "@/lib/domain/object/kubernetes-object";
import { labelSet } from "@/lib/domain/object/label-set";
import type { Selecting, Selector } from "@/lib/domain/selection/objects";
import { aGroup, NOW } from "@/lib/testing/entries";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { flatChanges, groupChanges, selectingChanges, selectorChanges } from "./object-changes";

const rule = (fields: FlatObject["fields"], unreadable: string | null = null): FlatObject => ({
  ...{ cluster: "eu", kind: "destinationrules", uid: "1", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: null },
  ...{ unreadable, fields },
});

describe("what changed in the spec of an object", () => {
  it.each([
    ["nothing", rule([["spec.host", "a"]]), rule([["spec.host", "a"]]), []],
    ["a field", rule([["spec.host", "a"]]), rule([["spec.host", "b"]]), [{ field: "spec.host", from: "a", to: "b" }]],
    ["a field that came, without a value", rule([]), rule([["spec.x", ""]]), [{ field: "spec.x", from: null, to: "" }]],
    ["a field that went", rule([["spec.x", "1"]]), rule([]), [{ field: "spec.x", from: "1", to: null }]],
    ["that it cannot be read", rule([]), rule([], "spec is missing"), [{ field: "unreadable", from: null, to: "spec is missing" }]],
  ])("%s", (_claim, before, after, expected) => expect(flatChanges(before, after)).toEqual(expected));
});

const service: Selecting = {
  ...{ cluster: "c", kind: "services", uid: "u", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: 0, unreadable: null, parsed: null },
  ...{ selector: labelSet([["app", "checkout"]]), hosts: [], ports: labelSet([["http", "80/TCP → 8080"]]), traits: labelSet([["type", "ClusterIP"]]) },
  mutedFindings: "",
  istiodStatus: "",
};

describe("what is different in a Service or ServiceEntry", () => {
  const cases: readonly [claim: string, change: Partial<Selecting>, lines: readonly string[]][] = [
    ["nothing, where only its version moved", { resourceVersion: "2" }, []],
    ["whom it selects", { selector: labelSet([["app", "pay"]]) }, ["spec.selector[app]: checkout → pay"]],
    ["where a port leads to", { ports: labelSet([["http", "80/TCP → 9090"]]) }, ["spec.ports[http]: 80/TCP → 8080 → 80/TCP → 9090"]],
    [
      "what istiod reports of it",
      { istiodStatus: '[[["WaypointBound","False","R","not ready",null]],[["IST0133","WARNING",null]]]' },
      ["status: null → WaypointBound=False R: not ready; IST0133 WARNING"],
    ],
    ["which findings about it are muted", { mutedFindings: "[]" }, ["metadata.annotations[stolos.dev/mute-findings]: null → []"]],
    ["what it is", { traits: labelSet([["type", "ExternalName"]]) }, ["spec[type]: ClusterIP → ExternalName"]],
    ["a ServiceEntry's selector by its own path", { kind: "serviceentries", selector: [] }, ["spec.workloadSelector.labels[app]: checkout → null"]],
    ["its hosts", { kind: "serviceentries", hosts: ["a.example", "b.example"] }, ["spec.hosts: null → a.example b.example"]],
  ];
  it.each(cases)("%s", (_claim, change, lines) => {
    const changes = selectingChanges(change.kind === undefined ? service : { ...service, kind: change.kind }, { ...service, ...change });
    expect(changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});

const endpoint = { address: "10.0.0.1", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };

describe("what is different in what decides who answers", () => {
  const cases: readonly [claim: string, before: Selector | null, after: Selector | null, lines: readonly string[]][] = [
    ["nothing", aKubernetesService(), aKubernetesService(), []],
    ["nothing, where it was not recorded before", null, aKubernetesService(), []],
    [
      "labels of the object, by which a revision claims it",
      aServiceEntry(),
      aServiceEntry({ labels: [["istio.io/rev", "b"]] }),
      ["metadata.labels[istio.io/rev]: null → b"],
    ],
    [
      "who may call a Service",
      aKubernetesService(),
      aKubernetesService({ exportTo: [".", "pay"] }),
      ["metadata.annotations[networking.istio.io/exportTo]: null → ., pay"],
    ],
    [
      "how near it is answered",
      aKubernetesService(),
      aKubernetesService({ distribution: "same-zone", isNodeLocal: true, publishesUnready: true }),
      ["spec.trafficDistribution: null → same-zone", "spec.publishNotReadyAddresses: false → true", "spec.internalTrafficPolicy: Cluster → Local"],
    ],
    ["an empty selector for none", aServiceEntry({ selector: null }), aServiceEntry({ selector: [] }), ["spec.workloadSelector: null → {}"]],
    [
      "an inline endpoint",
      aServiceEntry({ endpoints: [endpoint] }),
      aServiceEntry({ endpoints: [{ ...endpoint, weight: 2, ports: [["http", 81]] }] }),
      ["spec.endpoints[0]: 10.0.0.1 → 10.0.0.1 ports.http=81 weight=2"],
    ],
    ["whom clients accept", aServiceEntry(), aServiceEntry({ accounts: ["spiffe://a"] }), ["spec.subjectAltNames: null → spiffe://a"]],
  ];
  it.each(cases)("%s", (_claim, before, after, lines) => {
    expect(selectorChanges(before, after).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});

const template = aGroup().template;
const none = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const probe: Probe = { method: "httpGet", port: 8080, path: "/healthz", scheme: "", host: "", command: [], ...none };

describe("what is different in a group", () => {
  const cases: readonly [claim: string, before: Partial<WorkloadGroup>, after: Partial<WorkloadGroup>, lines: readonly string[]][] = [
    [
      "nothing, where only version, generation and writer moved",
      {},
      { resourceVersion: "9", generation: 4, lastWriter: { manager: "kubectl", operation: "Update", subresource: "", time: NOW } },
      [],
    ],
    ["the revision that is to see it", {}, { revision: "1-31" }, ["metadata.labels[istio.io/rev]: null → 1-31"]],
    ["its network", {}, { template: { ...template, network: "vpc-1" } }, ["spec.template.network: vpc-2 → vpc-1"]],
    ["an account that is taken away", {}, { template: { ...template, serviceAccount: "" } }, ["spec.template.serviceAccount: checkout-vm → null"]],
    [
      "ports, each by its name",
      {},
      {
        template: {
          ...template,
          ports: [
            ["http", 8081],
            ["grpc", 9000],
          ],
        },
      },
      ["spec.template.ports[grpc]: null → 9000", "spec.template.ports[http]: 8080 → 8081"],
    ],
    [
      "labels of two places that share a key",
      {},
      { entryLabels: labelSet([["app", "a"]]), template: { ...template, labels: labelSet([["app", ""]]) } },
      ["spec.metadata.labels[app]: checkout → a", "spec.template.labels[app]: null → "],
    ],
    ["a probe that is new", {}, { probe }, ["spec.probe: null → httpGet"]],
    [
      "a probe's path and pace",
      { probe },
      { probe: { ...probe, path: "/ready", periodSeconds: 5 } },
      ["spec.probe.httpGet.path: /healthz → /ready", "spec.probe.periodSeconds: null → 5"],
    ],
    ["the declared size", { expectedSize: "6" }, { expectedSize: "8" }, ["metadata.annotations[stolos.dev/expected-size]: 6 → 8"]],
    ["a stranger's text of two lines, verbatim", {}, { template: { ...template, address: "a\nspec: b" } }, ["spec.template.address: null → a\nspec: b"]],
    ["that it is about to go", {}, { deletingAt: NOW }, ["marked-for-deletion: null → null"]],
  ];
  it.each(cases)("%s", (_claim, before, after, lines) => {
    expect(groupChanges(aGroup(before), aGroup(after)).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});

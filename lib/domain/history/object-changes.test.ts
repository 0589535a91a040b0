import { describe, expect, it } from "vitest";
import type { Probe, WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { ObjectWithFlatSpec } from "@/lib/domain/object/kubernetes-object";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import type { MeshService, StoredMeshService } from "@/lib/domain/selection/objects";
import { aGroup, NOW } from "@/lib/testing/entries";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { endpointFieldChanges, groupChanges, meshServiceChanges, specFieldChanges } from "./object-changes";

const rule = (fields: ObjectWithFlatSpec["fields"], unreadable: string | null = null): ObjectWithFlatSpec => ({
  ...{ cluster: "eu", kind: "destinationrules", uid: "1", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: null },
  ...{ unreadable, fields },
});

describe("the changes in the spec of an object", () => {
  it.each([
    ["are empty without a change", rule([["spec.host", "a"]]), rule([["spec.host", "a"]]), []],
    ["contain a changed field", rule([["spec.host", "a"]]), rule([["spec.host", "b"]]), [{ field: "spec.host", from: "a", to: "b" }]],
    ["contain an added field without a value", rule([]), rule([["spec.x", ""]]), [{ field: "spec.x", from: null, to: "" }]],
    ["contain a removed field", rule([["spec.x", "1"]]), rule([]), [{ field: "spec.x", from: "1", to: null }]],
    ["contain that the object became unreadable", rule([]), rule([], "spec is missing"), [{ field: "unreadable", from: null, to: "spec is missing" }]],
  ])("the changes in the spec of an object: %s", (_claim, before, after, expected) => expect(specFieldChanges(before, after)).toEqual(expected));
});

const service: StoredMeshService = {
  ...{ cluster: "c", kind: "services", uid: "u", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: 0, unreadable: null, parsed: null },
  ...{
    selector: sortedLabelSet([["app", "checkout"]]),
    hosts: [],
    ports: sortedLabelSet([["http", "80/TCP → 8080"]]),
    traits: sortedLabelSet([["type", "ClusterIP"]]),
  },
  mutedFindings: "",
  istiodStatus: "",
};

describe("the changes of a Service or ServiceEntry", () => {
  const cases: readonly [claim: string, change: Partial<StoredMeshService>, lines: readonly string[]][] = [
    ["are empty if only its version changed", { resourceVersion: "2" }, []],
    ["contain its selector", { selector: sortedLabelSet([["app", "pay"]]) }, ["spec.selector[app]: checkout → pay"]],
    ["contain the target of a port", { ports: sortedLabelSet([["http", "80/TCP → 9090"]]) }, ["spec.ports[http]: 80/TCP → 8080 → 80/TCP → 9090"]],
    [
      "contain its status from istiod",
      { istiodStatus: '[[["WaypointBound","False","R","not ready",null]],[["IST0133","WARNING",null]]]' },
      ["status: null → WaypointBound=False R: not ready; IST0133 WARNING"],
    ],
    ["contain its muted findings", { mutedFindings: "[]" }, ["metadata.annotations[stolos.dev/mute-findings]: null → []"]],
    ["contain its type", { traits: sortedLabelSet([["type", "ExternalName"]]) }, ["spec[type]: ClusterIP → ExternalName"]],
    [
      "contain the selector of a ServiceEntry with its own path",
      { kind: "serviceentries", selector: [] },
      ["spec.workloadSelector.labels[app]: checkout → null"],
    ],
    ["contain its hosts", { kind: "serviceentries", hosts: ["a.example", "b.example"] }, ["spec.hosts: null → a.example b.example"]],
  ];
  it.each(cases)("the changes of a Service or ServiceEntry: %s", (_claim, change, lines) => {
    const changes = meshServiceChanges(change.kind === undefined ? service : { ...service, kind: change.kind }, { ...service, ...change });
    expect(changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});

const endpoint = { address: "10.0.0.1", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };

describe("the changes of a Service or ServiceEntry that affect endpoints", () => {
  const cases: readonly [claim: string, before: MeshService | null, after: MeshService | null, lines: readonly string[]][] = [
    ["are empty without a change", aKubernetesService(), aKubernetesService(), []],
    ["are empty if the version before was not recorded", null, aKubernetesService(), []],
    [
      "contain the labels of the object, which select its revision",
      aServiceEntry(),
      aServiceEntry({ labels: [["istio.io/rev", "b"]] }),
      ["metadata.labels[istio.io/rev]: null → b"],
    ],
    [
      "contain the namespaces that may call a Service",
      aKubernetesService(),
      aKubernetesService({ exportTo: [".", "pay"] }),
      ["metadata.annotations[networking.istio.io/exportTo]: null → ., pay"],
    ],
    [
      "contain traffic distribution, not-ready addresses and internal traffic policy",
      aKubernetesService(),
      aKubernetesService({ distribution: "same-zone", isNodeLocal: true, publishesUnready: true }),
      ["spec.trafficDistribution: null → same-zone", "spec.publishNotReadyAddresses: false → true", "spec.internalTrafficPolicy: Cluster → Local"],
    ],
    ["contain an empty selector that replaced none", aServiceEntry({ selector: null }), aServiceEntry({ selector: [] }), ["spec.workloadSelector: null → {}"]],
    [
      "contain an endpoint written in a ServiceEntry",
      aServiceEntry({ endpoints: [endpoint] }),
      aServiceEntry({ endpoints: [{ ...endpoint, weight: 2, ports: [["http", 81]] }] }),
      ["spec.endpoints[0]: 10.0.0.1 → 10.0.0.1 ports.http=81 weight=2"],
    ],
    ["contain the identities that callers accept", aServiceEntry(), aServiceEntry({ accounts: ["spiffe://a"] }), ["spec.subjectAltNames: null → spiffe://a"]],
  ];
  it.each(cases)("the changes of a Service or ServiceEntry that affect endpoints: %s", (_claim, before, after, lines) => {
    expect(endpointFieldChanges(before, after).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});

const template = aGroup().template;
const none = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const probe: Probe = { method: "httpGet", port: 8080, path: "/healthz", scheme: "", host: "", command: [], ...none };

describe("the changes of a group", () => {
  const cases: readonly [claim: string, before: Partial<WorkloadGroup>, after: Partial<WorkloadGroup>, lines: readonly string[]][] = [
    [
      "are empty if only version, generation and writer changed",
      {},
      { resourceVersion: "9", generation: 4, lastWriter: { manager: "kubectl", operation: "Update", subresource: "", time: NOW } },
      [],
    ],
    ["contain its revision", {}, { revision: "1-31" }, ["metadata.labels[istio.io/rev]: null → 1-31"]],
    ["contain its network", {}, { template: { ...template, network: "vpc-1" } }, ["spec.template.network: vpc-2 → vpc-1"]],
    ["contain a removed service account", {}, { template: { ...template, serviceAccount: "" } }, ["spec.template.serviceAccount: checkout-vm → null"]],
    [
      "contain each port by its name",
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
      "contain labels of the entry and of the template with the same key",
      {},
      { entryLabels: sortedLabelSet([["app", "a"]]), template: { ...template, labels: sortedLabelSet([["app", ""]]) } },
      ["spec.metadata.labels[app]: checkout → a", "spec.template.labels[app]: null → "],
    ],
    ["contain a new probe", {}, { probe }, ["spec.probe: null → httpGet"]],
    [
      "contain the path and the period of a probe",
      { probe },
      { probe: { ...probe, path: "/ready", periodSeconds: 5 } },
      ["spec.probe.httpGet.path: /healthz → /ready", "spec.probe.periodSeconds: null → 5"],
    ],
    ["contain the declared size", { expectedSize: "6" }, { expectedSize: "8" }, ["metadata.annotations[stolos.dev/expected-size]: 6 → 8"]],
    ["contain announced maintenance", {}, { maintenance: "until=soon" }, ["metadata.annotations[stolos.dev/maintenance]: null → until=soon"]],
    ["contain text of two lines as written", {}, { template: { ...template, address: "a\nspec: b" } }, ["spec.template.address: null → a\nspec: b"]],
    ["contain that the deletion of the group was requested", {}, { deletingAt: NOW }, ["marked-for-deletion: null → null"]],
  ];
  it.each(cases)("the changes of a group: %s", (_claim, before, after, lines) => {
    expect(groupChanges(aGroup(before), aGroup(after)).map(({ field, from, to }) => `${field}: ${from} → ${to}`)).toEqual(lines);
  });
});

import { describe, expect, it } from "vitest";
import { parseServiceEntryObject, parseServiceObject } from "./selecting";

const identity = { uid: "u", namespace: "shop", name: "checkout", resourceVersion: "7" };
const created = { metadata: { name: "raw", creationTimestamp: "2026-01-01T00:00:00Z" } };

describe("a Service", () => {
  const cases: readonly [claim: string, spec: unknown, expected: object][] = [
    [
      "is whom it selects and where its ports lead",
      {
        type: "ClusterIP",
        selector: { app: "checkout" },
        ports: [
          { name: "http", port: 80, targetPort: "web" },
          { port: 443, protocol: "TCP", targetPort: 8443 },
        ],
      },
      {
        unreadable: null,
        selector: [["app", "checkout"]],
        traits: [["type", "ClusterIP"]],
        ports: [
          ["443", "443/TCP → 8443"],
          ["http", "80/TCP → web"],
        ],
      },
    ],
    ["without a selector selects nobody", { ports: [{ port: 80 }] }, { selector: [], ports: [["80", "80/TCP"]] }],
    ["that is headless says so: it never has entries", { clusterIP: "None" }, { traits: [["clusterIP", "None"]] }],
    ["has nothing to tell of its address", { clusterIP: "10.0.0.1" }, { traits: [] }],
    [
      "is all that decides who answers for it",
      { selector: { app: "a" }, internalTrafficPolicy: "Local" },
      { parsed: { kind: "Service", name: "raw", selector: [["app", "a"]], isNodeLocal: true } },
    ],
    ["whose selector is no object cannot be read", { selector: "app" }, { unreadable: expect.stringContaining("spec.selector"), selector: [], parsed: null }],
    ["with a label called __proto__ is an ordinary one", JSON.parse('{"selector":{"__proto__":"x"}}'), { selector: [["__proto__", "x"]] }],
  ];
  it.each(cases)("%s", (_claim, spec, expected) => {
    expect(parseServiceObject({ ...created, spec }, identity, "c")).toMatchObject({
      ...identity,
      kind: "services",
      createdAt: Date.UTC(2026, 0, 1),
      ...expected,
    });
  });
});

describe.each([
  ["a Service", parseServiceObject],
  ["a ServiceEntry", parseServiceEntryObject],
])("%s tells which findings about it are muted", (_kind, parse) => {
  it.each([
    ["verbatim", { "stolos.dev/mute-findings": "[soon" }, {}, "[soon"],
    ["or nothing, where there is no such annotation", { other: "x" }, {}, ""],
    ["also where the rest cannot be read", { "stolos.dev/mute-findings": "[]" }, { ports: "http" }, "[]"],
  ])("%s", (_claim, annotations, spec, mutedFindings) => {
    expect(parse({ metadata: { ...created.metadata, annotations }, spec }, identity, "c")).toMatchObject({ mutedFindings });
  });
});

describe.each([
  ["a Service", parseServiceObject],
  ["a ServiceEntry", parseServiceEntryObject],
])("%s is managed by", (_kind, parse) => {
  const owner = (kind: string, change: object = {}) => ({ apiVersion: "apps/v1", kind, name: "sync", uid: "u-1", ...change });
  it.each<[string, object, string]>([
    ["its owner", { ownerReferences: [owner("Deployment")] }, "Deployment sync"],
    ["the owner that controls it", { ownerReferences: [owner("ConfigMap"), owner("Deployment", { controller: true })] }, "Deployment sync"],
    ["its owner, before the mark of a tool", { ownerReferences: [owner("Gateway")], labels: { "app.kubernetes.io/managed-by": "gateway" } }, "Gateway sync"],
    ["the tool that marks it", { annotations: { "meta.helm.sh/release-name": "shop" } }, "Helm"],
    ["nothing that is written", {}, ""],
  ])("%s", (_claim, metadata, managedBy) => {
    expect(parse({ metadata: { ...created.metadata, ...metadata }, spec: {} }, identity, "c").managedBy).toBe(managedBy);
  });
});

describe("a ServiceEntry", () => {
  const cases: readonly [claim: string, spec: unknown, expected: object][] = [
    [
      "is its hosts, whom it selects, and how it resolves",
      {
        hosts: ["a.example"],
        workloadSelector: { labels: { app: "a" } },
        resolution: "STATIC",
        location: "MESH_INTERNAL",
        ports: [{ name: "http", number: 80, protocol: "HTTP" }],
      },
      {
        hosts: ["a.example"],
        selector: [["app", "a"]],
        traits: [
          ["location", "MESH_INTERNAL"],
          ["resolution", "STATIC"],
        ],
        ports: [["http", "80/HTTP"]],
      },
    ],
    [
      "with endpoints of its own tells how many",
      { hosts: ["a"], endpoints: [{ address: "1.1.1.1" }, { address: "1.1.1.2" }] },
      { traits: [["endpoints", "2"]] },
    ],
    [
      "is all that decides who answers for its hosts",
      { hosts: ["a"], workloadSelector: {}, endpoints: [{ address: "1.1.1.1", weight: 2 }] },
      { selector: [], parsed: { kind: "ServiceEntry", selector: [], isExternal: true, endpoints: [expect.objectContaining({ weight: 2 })] } },
    ],
    ["whose hosts are no list cannot be read", { hosts: "a" }, { unreadable: expect.stringContaining("spec.hosts"), hosts: [], parsed: null }],
    [
      "with an endpoint that is none cannot be read",
      { hosts: ["a"], endpoints: ["10.0.0.1"] },
      { unreadable: "spec.endpoints holds something that is no object", parsed: null },
    ],
  ];
  it.each(cases)("%s", (_claim, spec, expected) => {
    expect(parseServiceEntryObject({ ...created, spec }, identity, "c")).toMatchObject({ ...identity, kind: "serviceentries", ...expected });
  });
});

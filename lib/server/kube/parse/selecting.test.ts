import { describe, expect, it } from "vitest";
import { parseService, parseServiceEntry } from "./selecting";

const identity = { uid: "u", namespace: "shop", name: "checkout", resourceVersion: "7" };
const created = { metadata: { creationTimestamp: "2026-01-01T00:00:00Z" } };

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
    ["whose selector is no object cannot be read", { selector: "app" }, { unreadable: expect.stringContaining("spec.selector"), selector: [] }],
    ["with a label called __proto__ is an ordinary one", JSON.parse('{"selector":{"__proto__":"x"}}'), { selector: [["__proto__", "x"]] }],
  ];
  it.each(cases)("%s", (_claim, spec, expected) => {
    expect(parseService({ ...created, spec }, identity, "c")).toMatchObject({ ...identity, kind: "services", createdAt: Date.UTC(2026, 0, 1), ...expected });
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
    ["whose hosts are no list cannot be read", { hosts: "a" }, { unreadable: expect.stringContaining("spec.hosts"), hosts: [] }],
  ];
  it.each(cases)("%s", (_claim, spec, expected) => {
    expect(parseServiceEntry({ ...created, spec }, identity, "c")).toMatchObject({ ...identity, kind: "serviceentries", ...expected });
  });
});

import { describe, expect, it } from "vitest";
import recorded from "./fixtures/recorded-objects.json";
import { parseWorkloadGroup } from "./workload-group";

const ID = { uid: "u", namespace: "shop", name: "g", resourceVersion: "7" };
const groupOf = (raw: unknown) => parseWorkloadGroup(raw, ID, "c");

describe("a WorkloadGroup", () => {
  it("is read as a real API server sends it", () => {
    expect(groupOf(recorded.group)).toMatchObject({
      unreadable: null,
      generation: 1,
      entryLabels: [
        ["app", "checkout"],
        ["version", "v1"],
      ],
      entryAnnotations: [["shop.example.com/owner", "team-shop"]],
      template: { network: "vpc-2", locality: "eu-central-1/eu-central-1a", weight: 3, serviceAccount: "vm" },
      probe: { method: "httpGet", port: 8080, path: "/healthz", scheme: "", periodSeconds: 5, failureThreshold: null },
      lastWriter: { manager: "kubectl-client-side-apply" },
      expectedSize: null,
    });
  });

  it("says which revision of istiod is to see it", () => {
    expect(groupOf(recorded.group).revision).toBe("");
    expect(groupOf({ ...recorded.group, metadata: { ...recorded.group.metadata, labels: { "istio.io/rev": "1-31" } } }).revision).toBe("1-31");
  });

  it.each<[unknown, object | null]>([
    [undefined, null],
    [{}, { method: "none", port: null }],
    [{ tcpSocket: { port: 22, host: "h" } }, { method: "tcpSocket", port: 22, host: "h" }],
    [
      { exec: { command: ["/bin/check", "-v"] }, timeoutSeconds: 3 },
      { method: "exec", command: ["/bin/check", "-v"], timeoutSeconds: 3 },
    ],
    [{ grpc: {} }, { method: "grpc", port: null }],
  ])("has of the probe %j what is written", (probe, expected) => {
    const group = groupOf({ metadata: {}, spec: { template: {}, probe } });
    if (expected === null) expect(group.probe).toBeNull();
    else expect(group.probe).toMatchObject(expected);
  });

  it("keeps the keys that Istio does not read where they are written, its own and those for its entries", () => {
    const keys = { annotations: { "istio.io/rev": "a", "istio-locality": "eu" }, labels: { "proxy.istio.io/health-checks-enabled": "true" } };
    const group = groupOf({ metadata: keys, spec: { metadata: keys, template: { labels: { "istio.io/rev": "a" } } } });
    expect(group.misplacedKeys).toEqual([
      "metadata.annotations[istio.io/rev]",
      "spec.metadata.annotations[istio-locality]",
      "spec.metadata.labels[proxy.istio.io/health-checks-enabled]",
    ]);
  });

  it("keeps the declared size verbatim, for the domain to judge", () => {
    expect(groupOf({ metadata: { annotations: { "stolos.dev/expected-size": "many" } }, spec: { template: {} } }).expectedSize).toBe("many");
  });

  it("keeps the announced maintenance verbatim", () => {
    expect(groupOf({ metadata: { annotations: { "stolos.dev/maintenance": "until=soon" } }, spec: { template: {} } }).maintenance).toBe("until=soon");
    expect(groupOf({ metadata: {}, spec: { template: {} } }).maintenance).toBeNull();
  });

  it.each<[unknown, string]>([
    [{ metadata: {}, spec: {} }, "spec.template is missing"],
    [{ metadata: {}, spec: { template: { ports: { a: null } } } }, "spec.template.ports.a is null, not a number"],
    [{ metadata: {}, spec: { template: {}, metadata: { labels: [] } } }, "spec.metadata.labels is a list, not an object"],
    [{ metadata: {}, spec: { template: {}, probe: "no" } }, "spec.probe is a string, not an object"],
  ])("that cannot be read names the field: %j", (raw, unreadable) => {
    expect(groupOf(raw)).toMatchObject({ ...ID, unreadable, entryLabels: [], probe: null, template: { address: "" } });
  });
});

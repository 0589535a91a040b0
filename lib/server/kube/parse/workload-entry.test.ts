import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import recorded from "./fixtures/recorded-objects.json";
import { identityOf } from "./identity";
import { parseWorkloadEntry } from "./workload-entry";

const ID = { uid: "u", namespace: "shop", name: "vm", resourceVersion: "7" };
const entryOf = (raw: unknown) => parseWorkloadEntry(raw, ID, "c");

function recordedEntry(raw: unknown) {
  const identity = identityOf(raw);
  if ("missing" in identity) throw new Error(identity.missing);
  return parseWorkloadEntry(raw, identity, "c");
}

describe("a WorkloadEntry of a real istiod", () => {
  it("keeps what istiod wrote while its machine is unhealthy", () => {
    const entry = recordedEntry(recorded.unhealthy);
    expect(entry).toMatchObject({
      cluster: "c",
      namespace: "play",
      name: "checkout-10.30.0.1-vpc-2",
      unreadable: null,
      address: "10.30.0.1",
      network: "vpc-2",
      registrationGroup: "checkout",
      controller: "istiod-a",
      gate: "true",
      weight: 3,
      disconnectedAt: null,
      owner: { kind: "WorkloadGroup", name: "checkout" },
      lastWriter: { manager: "real-cluster", operation: "Update", subresource: "status" },
      managedBy: "",
    });
    expect(entry.health?.status).toBe("False");
    expect(entry.health?.message).toContain("connection refused");
    expect(entry.connectedAt).toEqual({ text: "2026-11-21T20:18:23.965208928Z", ms: Date.parse("2026-11-21T20:18:23.965Z") });
    expect(entry.ports).toEqual(
      expect.arrayContaining([
        ["http", 8080],
        ["grpc", 9090],
      ]),
    );
    expect(entry.specLabels).toEqual(entry.metadataLabels);
  });

  it("knows no connection but the disconnection after the machine left, and still the replica", () => {
    const entry = recordedEntry(recorded.disconnected);
    expect(entry.connectedAt).toBeNull();
    expect(entry.disconnectedAt?.ms).not.toBeNull();
    expect(entry.controller).toBe("istiod-a");
    expect(entry.lastWriter?.subresource).toBe("");
  });

  it("has no health, group or replica where a person wrote it", () => {
    expect(recordedEntry(recorded.handWritten)).toMatchObject({ health: null, registrationGroup: "", controller: "", gate: "true", owner: null, ports: [] });
  });

  it("keeps how often the spec was written", () => {
    expect(recordedEntry(recorded.unhealthy).generation).toBe(1);
    expect(entryOf({ metadata: {}, spec: {} }).generation).toBeNull();
  });

  it("keeps the keys that Istio does not read where they are written", () => {
    const written = { annotations: { "security.istio.io/tlsMode": "istio", "istio.io/draining": "1", note: "x" }, labels: { "istio.io/connectedAt": "x" } };
    const keys = (metadata: object) => entryOf({ metadata, spec: { address: "10.0.0.1", labels: { "istio.io/draining": "1" } } }).misplacedKeys;
    expect(keys(written)).toBe("metadata.annotations[security.istio.io/tlsMode] metadata.labels[istio.io/connectedAt]");
    expect(keys({})).toBe("");
  });

  it("keeps nothing of managedFields but the last writer", () => {
    expect(JSON.stringify(recordedEntry(recorded.unhealthy))).not.toContain("f:");
  });
});

describe("published examples", () => {
  const documents = parseAllDocuments(readFileSync(new URL("./fixtures/published-examples.yaml", import.meta.url), "utf8")).map((one) => one.toJS());
  it.each(documents.filter((one) => one.kind === "WorkloadEntry").map((one) => [one.metadata.name, one]))("%s is readable", (_name, raw) => {
    expect(entryOf(raw).unreadable).toBeNull();
  });
});

const spec = (fields: object) => ({ metadata: {}, spec: fields });
const noted = (key: string, value: unknown) => ({ metadata: { annotations: { [key]: value } }, spec: {} });
const conditions = (...list: unknown[]) => ({ metadata: {}, spec: {}, status: { conditions: list } });

describe("an entry that cannot be read names the field", () => {
  it.each<[unknown, string]>([
    [{ metadata: {} }, "spec is missing"],
    [{ metadata: {}, spec: null }, "spec is missing"],
    [{ metadata: {}, spec: "x" }, "spec is a string, not an object"],
    [{ metadata: {}, spec: [] }, "spec is a list, not an object"],
    [spec({ address: 5 }), "spec.address is a number, not a string"],
    [spec({ network: {} }), "spec.network is an object, not a string"],
    [spec({ locality: [] }), "spec.locality is a list, not a string"],
    [spec({ weight: "3" }), "spec.weight is a string, not a number"],
    [spec({ labels: ["a"] }), "spec.labels is a list, not an object"],
    [spec({ ports: 80 }), "spec.ports is a number, not an object"],
    [spec({ ports: { http: "80" } }), "spec.ports.http is a string, not a number"],
    [spec({ serviceAccount: true }), "spec.serviceAccount is true or false, not a string"],
    [{ metadata: { labels: "a=b" }, spec: {} }, "metadata.labels is a string, not an object"],
    [{ metadata: { annotations: [] }, spec: {} }, "metadata.annotations is a list, not an object"],
    [{ metadata: {}, spec: {}, status: "ok" }, "status is a string, not an object"],
    [{ metadata: {}, spec: {}, status: { conditions: {} } }, "status.conditions is an object, not a list"],
    [null, "spec is missing"],
  ])("%j", (raw, unreadable) => {
    const entry = entryOf(raw);
    expect(entry.unreadable).toBe(unreadable);
    expect(entry).toMatchObject({ ...ID, address: "", specLabels: [], health: null });
  });
});

describe("an entry that is only odd is readable", () => {
  it.each<[string, unknown, object]>([
    ["an empty spec", spec({}), { address: "", ports: [], weight: null }],
    ["no status (F26)", { metadata: {}, spec: {}, status: null }, { health: null }],
    ["conditions: null", { metadata: {}, spec: {}, status: { conditions: null } }, { health: null }],
    [
      "a status that is no word of Kubernetes (F28)",
      conditions({ type: "Healthy", status: "Maybe" }),
      { health: { status: "Maybe", message: "", lastProbeTime: null, lastTransitionTime: null } },
    ],
    [
      "a status in lower case",
      conditions({ type: "Healthy", status: "true" }),
      { health: { status: "true", message: "", lastProbeTime: null, lastTransitionTime: null } },
    ],
    ["a missing status", conditions({ type: "Healthy" }), { health: { status: "", message: "", lastProbeTime: null, lastTransitionTime: null } }],
    [
      "two conditions of one type: the first counts",
      conditions({ type: "Other" }, null, 5, { type: "Healthy", status: "False" }, { type: "Healthy", status: "True" }),
      { health: { status: "False", message: "", lastProbeTime: null, lastTransitionTime: null } },
    ],
    ["a time that is none (F29)", noted("istio.io/connectedAt", "yesterday"), { connectedAt: { text: "yesterday", ms: null } }],
    [
      "a time in another zone",
      noted("istio.io/connectedAt", "2026-01-01T02:00:00.123456789+02:00"),
      { connectedAt: { text: "2026-01-01T02:00:00.123456789+02:00", ms: Date.parse("2026-01-01T00:00:00.123Z") } },
    ],
    ["a gate that is no string", noted("proxy.istio.io/health-checks-enabled", true), { gate: "true" }],
    ["an IPv6 address with a zone (F30)", spec({ address: "fe80::1%eth0" }), { address: "fe80::1%eth0" }],
    ["a unix socket (F30)", spec({ address: "unix:///run/app.sock" }), { address: "unix:///run/app.sock" }],
    ["hostile text, verbatim (F31)", spec({ locality: '<img src=x onerror="1">\u001b[31m' }), { locality: '<img src=x onerror="1">\u001b[31m' }],
  ])("%s", (_name, raw, expected) => {
    expect(entryOf(raw)).toMatchObject({ unreadable: null, ...expected });
  });

  it("keeps labels whose keys are names of the language, and pollutes nothing (F27)", () => {
    const raw = JSON.parse(
      '{"metadata":{},"spec":{"labels":{"__proto__":"a","constructor":"b","toString":"","\u202etxt":"c","n":5,"nil":null,"l":[1],"o":{"k":true}}}}',
    );
    const { specLabels, unreadable } = entryOf(raw);
    expect(unreadable).toBeNull();
    expect(valueOfLabel(specLabels, "__proto__")).toBe("a");
    expect(valueOfLabel(specLabels, "constructor")).toBe("b");
    expect(valueOfLabel(specLabels, "toString")).toBe("");
    expect(["n", "nil", "l", "o"].map((key) => valueOfLabel(specLabels, key))).toEqual(["5", "null", "[1]", '{"k":true}']);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it("cuts what is too long for any page (F25)", () => {
    const entry = entryOf(conditions({ type: "Healthy", status: "False", message: "x".repeat(70_000) }));
    expect(entry.health?.message).toHaveLength(4_096);
  });

  it("holds no NUL and no half of a surrogate pair, of its own or of our cut", () => {
    const metadata = {
      ...{ uid: "u\0", namespace: "shop", name: "vm\uDE00", resourceVersion: "17" },
      annotations: { "istio.io/autoRegistrationGroup": "a\0b" },
      labels: { "k\uD83D": `${"x".repeat(4_094)}${"😀".repeat(10)}` },
    };
    const entry = recordedEntry({ metadata, spec: { ports: { "p\0": 80 } } });
    expect(entry).toMatchObject({ uid: "u\uFFFD", name: "vm\uFFFD", registrationGroup: "a\uFFFDb", ports: [["p\uFFFD", 80]] });
    expect(entry.metadataLabels).toEqual([["k\uFFFD", `${"x".repeat(4_094)}…`]]);
  });
});

describe("managed by", () => {
  it.each([
    [{ labels: { "argocd.argoproj.io/instance": "shop" } }, "Argo CD"],
    [{ annotations: { "argocd.argoproj.io/tracking-id": "shop:x" } }, "Argo CD"],
    [{ labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } }, "Flux"],
    [{ labels: { "helm.toolkit.fluxcd.io/name": "apps", "app.kubernetes.io/managed-by": "Helm" } }, "Flux"],
    [{ labels: { "app.kubernetes.io/managed-by": "Helm" } }, "Helm"],
    [{ labels: { "app.kubernetes.io/managed-by": "terraform" } }, "terraform"],
    [{}, ""],
  ])("%j is %s", (metadata, tool) => {
    expect(entryOf({ metadata, spec: {} }).managedBy).toBe(tool);
  });
});

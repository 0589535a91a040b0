import { describe, expect, it } from "vitest";
import { documentFindings } from "./document-findings";
import type { EditedKind } from "./kind-shapes";

const METADATA = { name: "cards", namespace: "shop" };
const HTTP = { name: "http", number: 80, protocol: "HTTP" };
const BASE = { hosts: ["cards.example.com"], resolution: "STATIC", ports: [HTTP] };

/** Code and place of everything that is said, warnings in brackets. */
function said(kind: EditedKind, spec: unknown, metadata: unknown = METADATA): readonly string[] {
  const apiVersion = kind === "Service" ? "v1" : "networking.istio.io/v1";
  const findings = documentFindings(kind, JSON.parse(JSON.stringify({ apiVersion, kind, metadata, spec })), "shop");
  return findings.map(({ path, code, level }) => (level === "warns" ? `(${code} ${path.join(".")})` : `${code} ${path.join(".")}`));
}

describe("a ServiceEntry (docs/istio.md#serviceentry-fields, #webhook-serviceentries)", () => {
  it.each<[string, object, readonly string[]]>([
    ["a good one", { ...BASE, workloadSelector: { labels: { app: "cards" } } }, []],
    ["no hosts", { ...BASE, hosts: undefined }, ["required spec"]],
    ["a host that is *", { ...BASE, hosts: ["*"] }, ["wildcard-host spec.hosts.0"]],
    ["a * in the middle", { ...BASE, hosts: ["a.*.com"] }, ["host-shape spec.hosts.0"]],
    ["a partial wildcard", { ...BASE, hosts: ["*x.com"] }, ["(partial-wildcard spec.hosts.0)"]],
    ["a field in another case", { ...BASE, workloadselector: {} }, ["unknown-field spec.workloadselector"]],
    ["a port as text", { ...BASE, ports: [{ ...HTTP, number: "80" }] }, ["wrong-type spec.ports.0.number"]],
    ["ports of one number", { ...BASE, ports: [HTTP, { ...HTTP, name: "web" }] }, ["duplicate-item spec.ports.1.number"]],
    ["a target over the last port", { ...BASE, ports: [{ ...HTTP, targetPort: 70_000 }] }, ["port-range spec.ports.0.targetPort"]],
    ["a port's name with a dot", { ...BASE, ports: [{ ...HTTP, name: "a.b" }] }, ["port-name spec.ports.0.name"]],
    ["a * in a value of the selector", { ...BASE, workloadSelector: { labels: { app: "c*" } } }, ["wildcard-selector spec.workloadSelector.labels.app"]],
    ["a * in a key of the selector", { ...BASE, workloadSelector: { labels: { "a*": "c" } } }, ["wildcard-selector spec.workloadSelector.labels.a*"]],
    ["both * and a namespace", { ...BASE, exportTo: [".", "*"] }, ["export-all-and-some spec.exportTo.1"]],
    ["nobody and a namespace", { ...BASE, exportTo: ["~", "pay"] }, ["export-none-and-some spec.exportTo.0"]],
    ["the own namespace twice", { ...BASE, exportTo: ["shop", "."] }, ["export-own-twice spec.exportTo.1"]],
    ["a namespace twice", { ...BASE, exportTo: ["pay", "pay"] }, ["export-twice spec.exportTo.1"]],
    ["a namespace that is none", { ...BASE, exportTo: ["Pay"] }, ["export-shape spec.exportTo.0"]],
    ["a range for names", { ...BASE, resolution: "DNS", addresses: ["10.0.0.0/8"] }, ["ranges-need-static spec.addresses.0"]],
    ["a range too long", { ...BASE, addresses: ["10.0.0.0/33"] }, ["not-a-range spec.addresses.0"]],
    ["endpoints that nobody sends", { ...BASE, resolution: undefined, endpoints: [{ address: "10.0.0.1" }] }, ["none-with-endpoints spec.endpoints"]],
    ["a selector that nobody sends", { ...BASE, resolution: "NONE", workloadSelector: { labels: { a: "b" } } }, ["(none-with-selector spec.workloadSelector)"]],
    [
      "two endpoints for round robin",
      { ...BASE, resolution: "DNS_ROUND_ROBIN", endpoints: [{ address: "a.b" }, { address: "c.d" }] },
      ["round-robin-one spec.endpoints"],
    ],
    ["an endpoint that is nowhere", { ...BASE, endpoints: [{}] }, ["address-required spec.endpoints.0", "empty-address spec.endpoints.0.address"]],
    ["a socket with ports", { ...BASE, endpoints: [{ address: "unix:///a", ports: { http: 1 } }] }, ["socket-ports spec.endpoints.0.ports"]],
    [
      "a socket and two ports",
      { ...BASE, ports: [HTTP, { ...HTTP, name: "b", number: 81 }], endpoints: [{ address: "unix:///a" }] },
      ["socket-one-port spec.endpoints.0.address"],
    ],
    ["several hosts over TCP", { ...BASE, hosts: ["a.b", "c.d"], ports: [{ ...HTTP, protocol: "TCP" }] }, ["several-hosts-with-tcp spec.ports.0.protocol"]],
    ["DYNAMIC_DNS for a plain host", { ...BASE, resolution: "DYNAMIC_DNS" }, ["dynamic-needs-wildcard spec.hosts.0"]],
    [
      "DYNAMIC_DNS over TCP",
      { ...BASE, hosts: ["*.a.b"], resolution: "DYNAMIC_DNS", ports: [{ ...HTTP, protocol: "TCP" }] },
      ["dynamic-protocol spec.ports.0.protocol"],
    ],
  ])("%s", (_what, spec, expected) => {
    expect(said("ServiceEntry", spec)).toEqual(expected);
  });

  it("TCP without addresses, where a label switches automatic ones off", () => {
    const metadata = { ...METADATA, labels: { "networking.istio.io/enable-autoallocate-ip": "false" } };
    expect(said("ServiceEntry", { ...BASE, ports: [{ ...HTTP, protocol: "TCP" }] }, metadata)).toEqual(["(addresses-for-tcp spec.ports)"]);
  });
});

describe("a Service", () => {
  const port = { port: 80 };
  it.each<[string, object, readonly string[]]>([
    ["a good one", { selector: { app: "a" }, ports: [port] }, []],
    ["no ports", { selector: { app: "a" } }, ["required spec"]],
    ["another name for a host", { type: "ExternalName", externalName: "a.b" }, []],
    ["two ports without names", { ports: [port, { port: 81 }] }, ["port-name-missing spec.ports.0", "port-name-missing spec.ports.1"]],
    [
      "a port twice",
      {
        ports: [
          { ...port, name: "a" },
          { ...port, name: "b" },
        ],
      },
      ["duplicate-item spec.ports.1.port"],
    ],
    [
      "one number over two protocols",
      {
        ports: [
          { ...port, name: "a" },
          { ...port, name: "b", protocol: "UDP" },
        ],
      },
      [],
    ],
    ["a target's name that is too long", { ports: [{ ...port, targetPort: "a-very-long-name" }] }, ["port-name spec.ports.0.targetPort"]],
    ["a value over 63 letters", { selector: { app: "a".repeat(64) }, ports: [port] }, ["label-value spec.selector.app"]],
    ["a type that is none", { type: "External", ports: [port] }, ["unknown-value spec.type"]],
  ])("%s", (_what, spec, expected) => {
    expect(said("Service", spec)).toEqual(expected);
  });

  it("has a name that is part of a host", () => {
    expect(said("Service", { ports: [port] }, { name: "1st.shop" })).toEqual(["object-name metadata.name"]);
  });
});

describe("an entry and a group (docs/istio.md#webhook-entries, #webhook-groups)", () => {
  it.each<[EditedKind, object, readonly string[]]>([
    ["WorkloadEntry", { address: "10.0.0.1", labels: { "a b": "c" } }, ["tag-key spec.labels.a b"]],
    ["WorkloadEntry", { address: "10.0.0.1", ports: { "a.b": 0 } }, ["port-name spec.ports.a.b", "port-range spec.ports.a.b"]],
    ["WorkloadEntry", { address: "unix://a/" }, ["socket-relative spec.address", "socket-folder spec.address"]],
    ["WorkloadGroup", { template: {}, probe: { httpGet: { port: 1 }, exec: { command: ["a"] } } }, ["two-methods spec.probe.exec"]],
    ["WorkloadGroup", { template: {}, probe: { exec: { command: [] } } }, ["probe-command spec.probe.exec.command"]],
    ["WorkloadGroup", { template: {}, probe: { httpGet: { port: 1, httpHeaders: [{ name: "a_b" }] } } }, ["probe-header spec.probe.httpGet.httpHeaders.0"]],
  ])("%s %j", (kind, spec, expected) => {
    expect(said(kind, spec)).toEqual(expected);
  });
});

it.each([
  null,
  [],
  "text",
  7,
  { spec: [] },
  { metadata: "x", spec: { ports: {}, hosts: {} } },
  JSON.parse('{"metadata":{"name":"a"},"spec":{"__proto__":{"a":1}}}'),
])("%j: findings, never an error", (document) => {
  for (const kind of ["Service", "ServiceEntry", "WorkloadEntry", "WorkloadGroup"] as const) {
    expect(documentFindings(kind, document, "shop").length).toBeGreaterThan(0);
  }
});

it.each([
  ["WorkloadGroup", 253, []],
  ["WorkloadGroup", 254, ["253"]],
  ["Service", 63, []],
  ["Service", 64, ["63"]],
] as const)("knows how long the name of a %s can be: %i letters", (kind, letters, most) => {
  const found = documentFindings(kind, { kind, metadata: { name: "a".repeat(letters) } }, "shop");
  expect(found.filter(({ code }) => code === "object-name").map(({ values }) => values.most)).toEqual(most);
});

it("knows an address that YAML read as a map, in a list", () => {
  const found = documentFindings(
    "ServiceEntry",
    { kind: "ServiceEntry", metadata: { name: "a" }, spec: { hosts: ["a.b"], addresses: [{ "001:db8:": null }] } },
    "shop",
  );
  expect(found).toContainEqual(expect.objectContaining({ code: "wrong-type", values: { found: "an object", wanted: "a text", unquoted: "001:db8::" } }));
});

import { describe, expect, it } from "vitest";
import { validateDocument } from "./document-findings";
import type { EditableKind } from "./kind-shapes";

const METADATA = { name: "cards", namespace: "shop" };
const HTTP = { name: "http", number: 80, protocol: "HTTP" };
const BASE = { hosts: ["cards.example.com"], resolution: "STATIC", ports: [HTTP] };

/** Returns the code and path of each finding, with warnings in brackets. */
function said(kind: EditableKind, spec: unknown, metadata: unknown = METADATA): readonly string[] {
  const apiVersion = kind === "Service" ? "v1" : "networking.istio.io/v1";
  const findings = validateDocument(kind, JSON.parse(JSON.stringify({ apiVersion, kind, metadata, spec })), "shop");
  return findings.map(({ path, code, level }) => (level === "warns" ? `(${code} ${path.join(".")})` : `${code} ${path.join(".")}`));
}

describe("the findings of a ServiceEntry (docs/istio.md#serviceentry-fields, #webhook-serviceentries)", () => {
  it.each<[string, object, readonly string[]]>([
    ["nothing for a valid object", { ...BASE, workloadSelector: { labels: { app: "cards" } } }, []],
    ["missing hosts", { ...BASE, hosts: undefined }, ["required spec"]],
    ["the host name *", { ...BASE, hosts: ["*"] }, ["wildcard-host spec.hosts.0"]],
    ["a * in the middle of a host name", { ...BASE, hosts: ["a.*.com"] }, ["host-shape spec.hosts.0"]],
    ["a partial wildcard in a host name, as a warning", { ...BASE, hosts: ["*x.com"] }, ["(partial-wildcard spec.hosts.0)"]],
    ["a field name in the wrong case", { ...BASE, workloadselector: {} }, ["unknown-field spec.workloadselector"]],
    ["a port number that is a string", { ...BASE, ports: [{ ...HTTP, number: "80" }] }, ["wrong-type spec.ports.0.number"]],
    ["two ports with the same number", { ...BASE, ports: [HTTP, { ...HTTP, name: "web" }] }, ["duplicate-item spec.ports.1.number"]],
    ["a targetPort above 65535", { ...BASE, ports: [{ ...HTTP, targetPort: 70_000 }] }, ["port-range spec.ports.0.targetPort"]],
    ["a port name with a dot", { ...BASE, ports: [{ ...HTTP, name: "a.b" }] }, ["port-name spec.ports.0.name"]],
    ["a * in a selector value", { ...BASE, workloadSelector: { labels: { app: "c*" } } }, ["wildcard-selector spec.workloadSelector.labels.app"]],
    ["a * in a selector key", { ...BASE, workloadSelector: { labels: { "a*": "c" } } }, ["wildcard-selector spec.workloadSelector.labels.a*"]],
    ["exportTo with * and a namespace", { ...BASE, exportTo: [".", "*"] }, ["export-all-and-some spec.exportTo.1"]],
    ["exportTo with ~ and a namespace", { ...BASE, exportTo: ["~", "pay"] }, ["export-none-and-some spec.exportTo.0"]],
    ["exportTo with its own namespace both by name and as a dot", { ...BASE, exportTo: ["shop", "."] }, ["export-own-twice spec.exportTo.1"]],
    ["exportTo with the same namespace twice", { ...BASE, exportTo: ["pay", "pay"] }, ["export-twice spec.exportTo.1"]],
    ["exportTo with an invalid namespace name", { ...BASE, exportTo: ["Pay"] }, ["export-shape spec.exportTo.0"]],
    ["an address range with resolution DNS", { ...BASE, resolution: "DNS", addresses: ["10.0.0.0/8"] }, ["ranges-need-static spec.addresses.0"]],
    ["an IPv4 range with a prefix length above 32", { ...BASE, addresses: ["10.0.0.0/33"] }, ["not-a-range spec.addresses.0"]],
    [
      "endpoints without a resolution, which callers would never receive",
      { ...BASE, resolution: undefined, endpoints: [{ address: "10.0.0.1" }] },
      ["none-with-endpoints spec.endpoints"],
    ],
    [
      "a selector with resolution NONE, as a warning",
      { ...BASE, resolution: "NONE", workloadSelector: { labels: { a: "b" } } },
      ["(none-with-selector spec.workloadSelector)"],
    ],
    [
      "two endpoints with resolution DNS_ROUND_ROBIN",
      { ...BASE, resolution: "DNS_ROUND_ROBIN", endpoints: [{ address: "a.b" }, { address: "c.d" }] },
      ["round-robin-one spec.endpoints"],
    ],
    ["an endpoint without address and network", { ...BASE, endpoints: [{}] }, ["address-required spec.endpoints.0", "empty-address spec.endpoints.0.address"]],
    ["a socket address with ports", { ...BASE, endpoints: [{ address: "unix:///a", ports: { http: 1 } }] }, ["socket-ports spec.endpoints.0.ports"]],
    [
      "a socket address if the ServiceEntry has two ports",
      { ...BASE, ports: [HTTP, { ...HTTP, name: "b", number: 81 }], endpoints: [{ address: "unix:///a" }] },
      ["socket-one-port spec.endpoints.0.address"],
    ],
    [
      "several host names on a TCP port",
      { ...BASE, hosts: ["a.b", "c.d"], ports: [{ ...HTTP, protocol: "TCP" }] },
      ["several-hosts-with-tcp spec.ports.0.protocol"],
    ],
    ["a host name without a wildcard if the resolution is DYNAMIC_DNS", { ...BASE, resolution: "DYNAMIC_DNS" }, ["dynamic-needs-wildcard spec.hosts.0"]],
    [
      "a TCP port if the resolution is DYNAMIC_DNS",
      { ...BASE, hosts: ["*.a.b"], resolution: "DYNAMIC_DNS", ports: [{ ...HTTP, protocol: "TCP" }] },
      ["dynamic-protocol spec.ports.0.protocol"],
    ],
  ])("the validation of a ServiceEntry reports %s", (_what, spec, expected) => {
    expect(said("ServiceEntry", spec)).toEqual(expected);
  });

  it("the validation of a ServiceEntry returns a warning for a TCP port without addresses if a label switches automatic addresses off", () => {
    const metadata = { ...METADATA, labels: { "networking.istio.io/enable-autoallocate-ip": "false" } };
    expect(said("ServiceEntry", { ...BASE, ports: [{ ...HTTP, protocol: "TCP" }] }, metadata)).toEqual(["(addresses-for-tcp spec.ports)"]);
  });
});

describe("the findings of a Service", () => {
  const port = { port: 80 };
  it.each<[string, object, readonly string[]]>([
    ["nothing for a valid object", { selector: { app: "a" }, ports: [port] }, []],
    ["missing ports", { selector: { app: "a" } }, ["required spec"]],
    ["nothing for an ExternalName Service without ports", { type: "ExternalName", externalName: "a.b" }, []],
    ["two ports without names", { ports: [port, { port: 81 }] }, ["port-name-missing spec.ports.0", "port-name-missing spec.ports.1"]],
    [
      "two ports with the same number and protocol",
      {
        ports: [
          { ...port, name: "a" },
          { ...port, name: "b" },
        ],
      },
      ["duplicate-item spec.ports.1.port"],
    ],
    [
      "nothing for one port number with two protocols",
      {
        ports: [
          { ...port, name: "a" },
          { ...port, name: "b", protocol: "UDP" },
        ],
      },
      [],
    ],
    ["a targetPort name that is too long", { ports: [{ ...port, targetPort: "a-very-long-name" }] }, ["port-name spec.ports.0.targetPort"]],
    ["a selector value of more than 63 letters", { selector: { app: "a".repeat(64) }, ports: [port] }, ["label-value spec.selector.app"]],
    ["an unknown Service type", { type: "External", ports: [port] }, ["unknown-value spec.type"]],
  ])("the validation of a Service reports %s", (_what, spec, expected) => {
    expect(said("Service", spec)).toEqual(expected);
  });

  it("the validation of a Service rejects a name that starts with a digit and contains a dot", () => {
    expect(said("Service", { ports: [port] }, { name: "1st.shop" })).toEqual(["object-name metadata.name"]);
  });
});

describe("the findings of an entry and a group (docs/istio.md#webhook-entries, #webhook-groups)", () => {
  it.each<[EditableKind, object, readonly string[]]>([
    ["WorkloadEntry", { address: "10.0.0.1", labels: { "a b": "c" } }, ["tag-key spec.labels.a b"]],
    ["WorkloadEntry", { address: "10.0.0.1", ports: { "a.b": 0 } }, ["port-name spec.ports.a.b", "port-range spec.ports.a.b"]],
    ["WorkloadEntry", { address: "unix://a/" }, ["socket-relative spec.address", "socket-folder spec.address"]],
    ["WorkloadGroup", { template: {}, probe: { httpGet: { port: 1 }, exec: { command: ["a"] } } }, ["two-methods spec.probe.exec"]],
    ["WorkloadGroup", { template: {}, probe: { exec: { command: [] } } }, ["probe-command spec.probe.exec.command"]],
    ["WorkloadGroup", { template: {}, probe: { httpGet: { port: 1, httpHeaders: [{ name: "a_b" }] } } }, ["probe-header spec.probe.httpGet.httpHeaders.0"]],
  ])("the validation of an entry or a group returns errors for the %s spec %j", (kind, spec, expected) => {
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
])("validateDocument returns findings and does not throw for the document %j", (document) => {
  for (const kind of ["Service", "ServiceEntry", "WorkloadEntry", "WorkloadGroup"] as const) {
    expect(validateDocument(kind, document, "shop").length).toBeGreaterThan(0);
  }
});

it.each([
  ["WorkloadGroup", 253, []],
  ["WorkloadGroup", 254, ["253"]],
  ["Service", 63, []],
  ["Service", 64, ["63"]],
] as const)("validateDocument limits the length of the name of a %s: %i letters", (kind, letters, most) => {
  const found = validateDocument(kind, { kind, metadata: { name: "a".repeat(letters) } }, "shop");
  expect(found.filter(({ code }) => code === "object-name").map(({ values }) => values.most)).toEqual(most);
});

it("validateDocument reports an unquoted IPv6 address that YAML read as a map", () => {
  const found = validateDocument(
    "ServiceEntry",
    { kind: "ServiceEntry", metadata: { name: "a" }, spec: { hosts: ["a.b"], addresses: [{ "001:db8:": null }] } },
    "shop",
  );
  expect(found).toContainEqual(expect.objectContaining({ code: "wrong-type", values: { found: "an object", wanted: "a text", unquoted: "001:db8::" } }));
});

import { expect, it } from "vitest";
import { parseNetworkGateway } from "./network-gateway";

const ID = { uid: "u", namespace: "istio-system", name: "eastwest", resourceVersion: "7" };
const NETWORK = { "topology.istio.io/network": "vpc-1" };
const PASSTHROUGH = { mode: "Passthrough" };
const ADDRESS = { type: "IPAddress", value: "203.0.113.10" };

function gateway(listeners: readonly unknown[], addresses: readonly unknown[] = [ADDRESS], labels: object = {}) {
  return parseNetworkGateway({ metadata: { labels: { ...NETWORK, ...labels } }, spec: { gatewayClassName: "istio", listeners, addresses } }, ID, "eu").gateway;
}

const ports = (listeners: readonly unknown[], labels: object = {}) =>
  gateway(listeners, [ADDRESS], labels).listeners.map(({ port, isTunnel }) => `${port}${isTunnel ? " tunnel" : ""}`);

it("names its network, its addresses and its listeners", () => {
  expect(gateway([{ name: "tls", port: 15_443, protocol: "TLS", tls: PASSTHROUGH }])).toEqual({
    ...{ namespace: "istio-system", name: "eastwest", network: "vpc-1" },
    addresses: ["203.0.113.10"],
    listeners: [{ port: 15_443, isTunnel: false }],
    ...{ passing: [{ port: 15_443, host: "*" }], className: "istio", services: ["eastwest-istio"], allowsListenerSets: false },
  });
});

it.each<[string, unknown, readonly string[], object?]>([
  ["TLS on port 15443", { port: 15_443, protocol: "TLS", tls: PASSTHROUGH }, ["15443"]],
  ["any mode on port 15443, which istiod does not look at", { port: 15_443, protocol: "TLS", tls: { mode: "Terminate" } }, ["15443"]],
  ["no tls on port 15443", { port: 15_443, protocol: "TCP" }, []],
  ["TLS on another port", { port: 31_400, protocol: "TLS", tls: PASSTHROUGH }, []],
  ["the port that the label names", { port: 31_400, protocol: "TLS", tls: PASSTHROUGH }, ["31400"], { "networking.istio.io/gatewayPort": "31400" }],
  ["port 15443 where the label names another", { port: 15_443, protocol: "TLS", tls: PASSTHROUGH }, [], { "networking.istio.io/gatewayPort": "31400" }],
  ["a label that is compared as text", { port: 15_443, protocol: "TLS", tls: {} }, [], { "networking.istio.io/gatewayPort": "015443" }],
  ["the option for it, on any port", { port: 443, tls: { options: { "gateway.istio.io/listener-protocol": "auto-passthrough" } } }, ["443"]],
  ["another value of that option", { port: 443, tls: { options: { "gateway.istio.io/listener-protocol": "other" } } }, []],
  ["protocol HBONE", { port: 15_008, protocol: "HBONE" }, ["15008 tunnel"]],
  ["protocol HBONE with tls and the option", { port: 15_443, protocol: "HBONE", tls: PASSTHROUGH }, ["15443", "15443 tunnel"]],
  ["no port", { protocol: "HBONE" }, []],
])("a listener with %s", (_what, listener, expected, labels) => expect(ports([listener], labels)).toEqual(expected));

it("two listeners of one port and kind are one", () => {
  const listener = { port: 15_443, protocol: "TLS", tls: PASSTHROUGH };
  expect(ports([listener, { ...listener, name: "again" }])).toEqual(["15443"]);
});

it.each<[string, readonly unknown[], readonly string[]]>([
  ["host names too", [{ type: "Hostname", value: "gw.example.net" }], ["gw.example.net"]],
  ["none without a type", [{ value: "203.0.113.10" }], []],
  ["none of another type", [{ type: "NamedAddress", value: "pool" }], []],
  ["none that is empty", [{ type: "IPAddress", value: "" }, { type: "IPAddress" }], []],
  ["each once", [ADDRESS, ADDRESS], ["203.0.113.10"]],
])("of its addresses %s", (_what, addresses, expected) => expect(gateway([], addresses).addresses).toEqual(expected));

it.each([null, {}, { metadata: 7, spec: [] }, { spec: { addresses: "x", listeners: [null, 7, { port: "15443", tls: [] }] } }])(
  "nothing of %j makes a gateway",
  (raw) => {
    expect(parseNetworkGateway(raw, ID, "eu")).toMatchObject({ cluster: "eu", ...ID, gateway: { network: "", addresses: [], listeners: [] } });
  },
);

it.each<[string, unknown, readonly string[], object?]>([
  ["mode Passthrough on port 15443", { port: 15_443, tls: PASSTHROUGH }, ["15443 *"]],
  ["a host name", { port: 15_443, hostname: "*.example.com", tls: PASSTHROUGH }, ["15443 *.example.com"]],
  ["mode Terminate, to which istiod sends callers all the same", { port: 15_443, tls: { mode: "Terminate" } }, []],
  ["no mode, which is Terminate", { port: 15_443, tls: {} }, []],
  ["another port", { port: 443, tls: PASSTHROUGH }, []],
  ["the port that the label names", { port: 31_400, tls: PASSTHROUGH }, ["31400 *"], { "networking.istio.io/gatewayPort": "31400" }],
  ["the option on another port", { port: 443, tls: { ...PASSTHROUGH, options: { "gateway.istio.io/listener-protocol": "auto-passthrough" } } }, ["443 *"]],
  ["protocol HBONE", { port: 15_008, protocol: "HBONE" }, []],
])("a listener with %s passes services", (_title, listener, expected, labels) => {
  expect(gateway([listener], [ADDRESS], labels).passing.map(({ port, host }) => `${port} ${host}`)).toEqual(expected);
});

it.each<[string, string, object, readonly string[]]>([
  ["no address", "istio", {}, ["eastwest-istio"]],
  ["one IP address", "istio", { addresses: [ADDRESS] }, ["eastwest-istio"]],
  ["one address without a type", "istio", { addresses: [{ value: "203.0.113.10" }] }, ["eastwest-istio"]],
  ["two IP addresses, for which istiod configures no Pod", "istio", { addresses: [ADDRESS, ADDRESS] }, []],
  ["a host name", "istio", { addresses: [{ type: "Hostname", value: "gw.istio-system.svc.cluster.local" }] }, ["gw.istio-system.svc.cluster.local"]],
  ["class istio-east-west", "istio-east-west", {}, ["eastwest"]],
])("a Gateway with %s configures the Pods of its Services", (_title, gatewayClassName, spec, services) => {
  const raw = { metadata: { labels: NETWORK }, spec: { gatewayClassName, listeners: [], ...spec } };
  expect(parseNetworkGateway(raw, ID, "eu").gateway).toMatchObject({ className: gatewayClassName, services });
});

it("a Gateway with another name for its Service configures the Pods of that one", () => {
  const raw = { metadata: { labels: NETWORK, annotations: { "gateway.istio.io/name-override": "own" } }, spec: { gatewayClassName: "istio" } };
  expect(parseNetworkGateway(raw, ID, "eu").gateway.services).toEqual(["own"]);
});

it.each<[unknown, boolean]>([
  [undefined, false],
  [{}, false],
  [{ namespaces: {} }, false],
  [{ namespaces: { from: "None" } }, false],
  [{ namespaces: { from: "None", selector: {} } }, false],
  [{ namespaces: { from: "Same" } }, true],
  [{ namespaces: { from: "All" } }, true],
  [{ namespaces: { from: "Selector", selector: {} } }, true],
  [{ namespaces: { selector: { matchLabels: { a: "b" } } } }, true],
  [{ namespaces: "All" }, false],
])("allowedListeners %j allows ListenerSets: %s", (allowedListeners, allows) => {
  const raw = { metadata: { labels: NETWORK }, spec: { gatewayClassName: "istio", listeners: [], addresses: [ADDRESS], allowedListeners } };
  expect(parseNetworkGateway(raw, ID, "eu").gateway.allowsListenerSets).toBe(allows);
});

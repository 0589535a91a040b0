import { expect, it } from "vitest";
import { type GatewayServer, type IstioGateway, passedHosts, passes } from "./passthrough";

const SERVER: GatewayServer = { port: 15_443, tlsMode: "AUTO_PASSTHROUGH", hosts: ["*.local"] };
const gateway = (...servers: readonly Partial<GatewayServer>[]): IstioGateway => ({
  ...{ namespace: "istio-system", name: "cross-network-gateway", createdAt: null, labels: [], selector: [["istio", "eastwestgateway"]] },
  servers: servers.map((server) => ({ ...SERVER, ...server })),
});

it.each<[string, readonly IstioGateway[], readonly string[]]>([
  ["of servers that pass through", [gateway({}, { hosts: ["*.shop.svc.cluster.local"] })], ["*.local", "*.shop.svc.cluster.local"]],
  ["of no other servers", [gateway({ tlsMode: "PASSTHROUGH" }, { tlsMode: "SIMPLE" }, { tlsMode: "" })], []],
  ["of all gateways, each once", [gateway({}), gateway({}, { hosts: ["*.local", "a.example.com"] })], ["*.local", "a.example.com"]],
  ["of no gateway", [], []],
])("the hosts that pass are those %s", (_what, gateways, hosts) => {
  expect(passedHosts(gateways)).toEqual(hosts);
});

it.each<[readonly string[], string, boolean, boolean]>([
  [["*.local"], "web.shop.svc.cluster.local", false, true],
  [["*.local"], "vm.example.com", false, false],
  [["*.shop.svc"], "web.shop.svc.cluster.local", false, false],
  [["*"], "vm.example.com", false, true],
  [["*"], "vm.example.com", true, false],
  [["vm.example.com"], "vm.example.com", false, true],
  [["vm.example.com"], "other.example.com", false, false],
  [["other/vm.example.com"], "vm.example.com", false, true],
  [["*/*.example.com"], "vm.example.com", false, true],
  [["*.example.com"], "*.example.com", false, true],
  [["*.a.example.com"], "*.example.com", false, false],
  [[], "web.shop.svc.cluster.local", false, false],
])("%j, host %s, outside the mesh %s: passes %s", (hosts, host, isExternal, passed) => {
  expect(passes(hosts, { host, isExternal })).toBe(passed);
});

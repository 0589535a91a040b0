import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, anEntryPort, aSelectableEntry, aSelectionWorld, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import {
  type CallerService,
  callerService,
  candidateStatusByPort,
  type EndpointStatus,
  isCertainlySentOnAnyPort,
  isSendingToCallerUncertain,
  notSentReason,
} from "./caller-service";
import { machinePortEndpoints } from "./machine-endpoints";
import { workloadOfCandidate } from "./matching";
import type { MeshService, SelectableEntry, ServiceEntry } from "./objects";
import { BARE_SIDECAR_CALLER, type Caller, type MeshSettings, type NetworkGateway } from "./world";

const gateway = (own: Partial<NetworkGateway> = {}): NetworkGateway => ({
  network: "vpc-2",
  cluster: "Kubernetes",
  address: "192.0.2.21",
  port: 15443,
  ...own,
});
const [OF_SERVICE, OF_MESH] = [gateway(), gateway({ cluster: "", address: "198.51.100.1" })];
const BY_NAME = "gw.example.net";

function service(own: Partial<ServiceEntry>, mesh: Partial<MeshSettings>, caller: Partial<Caller> = {}): CallerService {
  const origin = aServiceEntry({ resolution: "DNS", ...own });
  const world = aSelectionWorld({ mesh: aMesh({ gatewaysServeDns: null, ...mesh }), serviceEntries: [origin] });
  return callerService(origin, "a.example.com", { ...BARE_SIDECAR_CALLER, namespace: "shop", network: "vpc-1", ...caller }, world);
}

const machine = (own: Partial<SelectableEntry> = {}) =>
  ({ kind: "entry", entry: aSelectableEntry({ network: "vpc-2", serviceAccount: "web", ...own }) }) as const;
const words = (status: EndpointStatus): string => {
  if (status.is === "depends") return status.outcomes.map(words).join(" or ");
  if (status.is === "gateway") return status.gateways.map(({ address }) => address).join(" and ");
  return status.is === "sent" ? "direct" : status.reason.code;
};

/** Facts 12.1. */
it.each<[claim: string, gateways: readonly NetworkGateway[], expected: string, own?: Partial<ServiceEntry>, caller?: Partial<Caller>]>([
  ["the gateway of a Service or the machine itself", [OF_SERVICE], "direct or 192.0.2.21"],
  ["the gateway of meshNetworks, whichever list of gateways istiod uses", [OF_MESH], "198.51.100.1"],
  ["the gateway of a Service or that of meshNetworks", [OF_SERVICE, OF_MESH], "198.51.100.1 or 192.0.2.21"],
  ["only the gateway of a Service if the resolution is STATIC", [OF_SERVICE], "192.0.2.21", { resolution: "STATIC" }],
  [
    "no gateway with a host name in meshNetworks if they have one address family",
    [gateway({ cluster: "", address: BY_NAME })],
    "gateway-of-other-family",
    {},
    { families: [4] },
  ],
  [
    "a gateway with a host name in meshNetworks if they have two address families",
    [gateway({ cluster: "", address: BY_NAME })],
    BY_NAME,
    {},
    { families: [4, 6] },
  ],
  [
    "a gateway with a host name in meshNetworks or nothing if their address families are not known",
    [gateway({ cluster: "", address: BY_NAME })],
    `gateway-of-other-family or ${BY_NAME}`,
  ],
  [
    "the machine itself or nothing if the Service's gateway has a host name and they have one address family",
    [gateway({ address: BY_NAME })],
    "direct or gateway-of-other-family",
    {},
    { families: [4] },
  ],
  ["the machine itself in its own network", [OF_SERVICE], "direct", {}, { network: "vpc-2" }],
  ["the machine itself if only other networks have gateways", [gateway({ network: "vpc-3" })], "direct"],
])("callers of a DNS service get %s", (_claim, gateways, expected, own = {}, caller = {}) => {
  expect(candidateStatusByPort(service(own, { gateways }, caller), machine()).map(words)).toEqual([expected]);
});

it("candidateStatusByPort returns both outcomes for a gateway of IPv6 if the caller's address families are not known", () => {
  const ipv6 = { gateways: [gateway({ address: "2001:db8::1" })] };
  const from = (families: Caller["families"]) => candidateStatusByPort(service({ resolution: "STATIC" }, ipv6, { families }), machine());
  expect(from(null).map(words)).toEqual(["gateway-of-other-family or 2001:db8::1"]);
  expect(notSentReason(from(null))).toEqual({ code: "depends-on-families", network: "vpc-2" });
  expect([[4], [6]].map((families) => from(families as Caller["families"]).map(words))).toEqual([["gateway-of-other-family"], ["2001:db8::1"]]);
});

it("candidateStatusByPort returns one outcome if the list of gateways is known", () => {
  expect(candidateStatusByPort(service({}, { gateways: [OF_SERVICE], gatewaysServeDns: true }), machine()).map(words)).toEqual(["192.0.2.21"]);
  expect(candidateStatusByPort(service({}, { gateways: [OF_SERVICE], gatewaysServeDns: false }), machine()).map(words)).toEqual(["direct"]);
});

it("isSentToCaller counts a machine as sent only if every outcome sends it", () => {
  const statuses = (own: Partial<SelectableEntry>) => candidateStatusByPort(service({}, { gateways: [OF_SERVICE] }), machine(own));
  expect([isCertainlySentOnAnyPort(statuses({})), isSendingToCallerUncertain(statuses({})), notSentReason(statuses({}))]).toEqual([true, false, null]);
  const unmarked = statuses({ serviceAccount: "" });
  expect(unmarked.map(words)).toEqual(["direct or not-marked-for-gateway"]);
  expect([isCertainlySentOnAnyPort(unmarked), isSendingToCallerUncertain(unmarked), notSentReason(unmarked)]).toEqual([
    false,
    true,
    { code: "depends-on-gateways" },
  ]);
});

/** Measured with istiod 1.31: it joins the endpoints of a UDP port to a TCP port of the object that owns the host name. */
describe("the endpoints of a UDP port", () => {
  const host = "api.shop.svc.cluster.local";
  const udp = aServiceEntry({ name: "udp", hosts: [host], createdAt: 1, ports: [anEntryPort({ protocol: "UDP" })] });
  const owner = (own: Partial<ServiceEntry>) => aServiceEntry({ name: "owner", hosts: [host], selector: [["app", "other"]], ...own });
  const ofService = aKubernetesService({ name: "api", exportTo: ["web"], ports: [aServicePort({ name: "http", protocol: "UDP" })] });
  const web = anEntryPort({ name: "web", number: 81 });

  it.each<[claim: string, origin: MeshService, owner: ServiceEntry | null, expected: readonly string[]]>([
    ["of a Service join the TCP port with that name of the object that defines the host name", ofService, owner({}), ["direct"]],
    ["of a ServiceEntry join the TCP port with that name of the object that defines the host name", udp, owner({}), ["direct"]],
    [
      "join the TCP port with that number, if the object that defines the host name has resolution DNS",
      udp,
      owner({ resolution: "DNS", ports: [{ ...web, number: 80 }] }),
      ["direct"],
    ],
    ["join no TCP port with another name", ofService, owner({ ports: [web] }), []],
    ["join no UDP port of the object that defines the host name", udp, owner({ ports: [anEntryPort({ protocol: "UDP" })] }), []],
    ["are not sent if their own object defines the host name", udp, null, []],
  ])("endpoints of a UDP port: %s", (_claim, origin, other, expected) => {
    const entries = [...(origin.kind === "ServiceEntry" ? [origin] : []), ...(other === null ? [] : [other])];
    const world = aSelectionWorld({ services: origin.kind === "Service" ? [origin] : [], serviceEntries: entries });
    const asked = callerService(origin, host, { ...BARE_SIDECAR_CALLER, namespace: "shop-callers" }, world);
    expect(candidateStatusByPort(asked, machine({ network: "" })).map(words)).toEqual(expected);
    expect(machinePortEndpoints(asked, workloadOfCandidate(machine({ network: "" }), world.mesh)).map(({ port }) => port)).toEqual(expected.map(() => 80));
  });

  it("endpoints of a UDP port come after those of TCP ports in the list of ports", () => {
    const origin = { ...udp, ports: [anEntryPort({ protocol: "UDP" }), web] };
    const world = aSelectionWorld({ serviceEntries: [origin, owner({ ports: [anEntryPort(), web] })] });
    const { ports } = callerService(origin, host, { ...BARE_SIDECAR_CALLER, namespace: "shop" }, world);
    expect(ports.map(({ index, port }) => [index, port.name])).toEqual([
      [1, "web"],
      [0, "http"],
    ]);
  });
});

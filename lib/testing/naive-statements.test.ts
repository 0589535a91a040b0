import { describe, expect, it } from "vitest";
import { CALLERS, CASES, MESH_CASES } from "./naive-cases";
import { objectKey } from "./naive-held";
import { type NaiveCounts, type NaiveTarget, naiveCopies, naiveEntry, naiveNetworks, naiveSentTwice, naiveService, naiveTls } from "./naive-statements";
import type { RawObject, RawWorld } from "./selection-worlds";

const WORLDS = { ...CASES, ...MESH_CASES } as const satisfies Readonly<Record<string, RawWorld>>;
type World = keyof typeof WORLDS;
type Caller = keyof typeof CALLERS;

function find(world: World, key: string): RawObject {
  const found = WORLDS[world].objects.find((one) => objectKey(one) === key);
  if (found === undefined) throw new Error(`${world} has no ${key}`);
  return found;
}

/** `direct … through … names …, SENT sent, DISTINCT distinct`, without empty parts. */
function counted({ direct, through, pods, podsThrough, names, addresses, addressesThrough, sent, distinct }: NaiveCounts): string {
  const parts = Object.entries({ direct, through, pods, podsThrough, names, addresses, addressesThrough }).flatMap(([key, all]) =>
    all.length === 0 ? [] : [`${key} ${all.join(" ")}`],
  );
  return [...parts, `${sent} sent`, `${distinct} distinct`].join(", ");
}

/** The role, the owner, and each port with all of its endpoints and those of the object. */
function read(world: World, caller: Caller, key: string): readonly string[] {
  const { role, owner, ports } = naiveService(WORLDS[world], CALLERS[caller], find(world, key));
  return [`${role} ${owner}`, ...ports.map((one) => `${one.number}/${one.name}${one.isSent ? "" : " not sent"}: ${counted(one.all)}; own ${one.own.sent}`)];
}

const S = "ServiceEntry n1/s";
const T = "ServiceEntry n1/t";
const ONE = "80/http: direct n1/m, 1 sent, 1 distinct";
const NONE = "80/http: 0 sent, 0 distinct";
const K = "Service n1/k";
/** The addresses from `first` to before `end`, and further ones, in order. */
const addresses = (first: number, end: number, ...more: readonly number[]) =>
  [...Array.from({ length: end - first }, (_, index) => first + index), ...more]
    .map((last) => `10.2.0.${last}`)
    .sort()
    .join(" ");

/** Every world was applied to an istiod 1.31. The claims follow from the endpoints that it sent. */
describe("service", () => {
  it.each<[string, World, Caller, string, readonly string[]]>([
    [
      "counts a machine once per service with two addresses",
      "addresses",
      "v1",
      S,
      [`owns ${S}`, "80/http: direct n1/d, through n1/g, 3 sent, 2 distinct; own 3"],
    ],
    ["ignores a repeated address", "repeatedAddress", "v1", S, [`owns ${S}`, "80/http: direct n1/d, 2 sent, 1 distinct; own 2"]],
    ["sends an empty address in a mesh without gateways", "withoutAddress", "v1", S, [`owns ${S}`, `${ONE}; own 1`]],
    ["sends an empty address of a DNS service in a mesh without gateways", "withoutAddressDns", "v2", S, [`owns ${S}`, `${ONE}; own 1`]],
    ["drops an empty address if any network has a gateway", "withoutAddressOtherGateway", "v1", S, [`owns ${S}`, `${NONE}; own 0`]],
    [
      "replaces an empty address by the gateway of its network",
      "withoutAddressGateway",
      "v1",
      S,
      [`owns ${S}`, "80/http: through n1/m, 1 sent, 1 distinct; own 1"],
    ],
    ["drops an empty address for callers of its own network", "withoutAddressGateway", "v2", S, [`owns ${S}`, `${NONE}; own 0`]],
    [
      "sends no unmarked inline endpoint through a gateway",
      "inlineWithoutAddress",
      "v1",
      S,
      [`owns ${S}`, "80/http: through n1/s-1, 1 sent, 1 distinct; own 1"],
    ],
    ["loses endpoints of another port name", "otherPortName", "v1", T, [`adds ${S}`, `${ONE}; own 0`]],
    ["joins DNS endpoints by port number", "otherPortNameDns", "v1", T, [`adds ${S}`, "80/http: direct n1/m, 2 sent, 2 distinct; own 1"]],
    [
      "joins STATIC endpoints by port name on both numbers",
      "otherPortNumber",
      "v1",
      T,
      [`adds ${S}`, "80/http: direct n1/m, 2 sent, 2 distinct; own 1", "8080/http: direct n1/m, 2 sent, 2 distinct; own 1"],
    ],
    ["has no port of the newer DNS object with another selector", "otherPortNumberDns", "v1", T, [`adds ${S}`, `${ONE}; own 0`]],
    [
      "has the port of the newer object with an equal selector",
      "addedPort",
      "v1",
      S,
      [`owns ${S}`, "80/http: direct n1/m, 2 sent, 1 distinct; own 1", "81/admin: direct n1/m, 1 sent, 1 distinct; own 0"],
    ],
    [
      "has no port of the newer object with another selector",
      "addedPortOtherSelector",
      "v1",
      T,
      [`adds ${S}`, "80/http: direct n1/m, 2 sent, 1 distinct; own 1"],
    ],
    ["belongs to the owner in the caller's namespace", "twoNamespaces", "v1", "ServiceEntry n2/s", [`loses ${S}`, `${ONE}; own 0`]],
    ["belongs to the oldest owner elsewhere", "twoNamespaces", "n3", S, ["loses ServiceEntry n2/s", "80/http: direct n2/m, 1 sent, 1 distinct; own 0"]],
    ["belongs to the owner that exports by name", "exportedByName", "n3", S, ["loses ServiceEntry n2/s", "80/http: direct n2/m, 1 sent, 1 distinct; own 0"]],
    [
      "adds endpoints of an object that is hidden from the caller",
      "hiddenOlder",
      "n3",
      S,
      [`adds ${T}`, "80/http: direct n1/m, 2 sent, 1 distinct; own 1", "81/admin: direct n1/m, 1 sent, 1 distinct; own 0"],
    ],
    ["belongs to a Service of the namespace", "serviceAndEntry", "v1", S, ["adds Service n1/k", "80/http: direct n1/m, 2 sent, 1 distinct; own 1"]],
    [
      "belongs to a ServiceEntry in the caller's namespace",
      "entryOverService",
      "n2",
      "Service n1/k",
      ["loses ServiceEntry n2/s", "80/http: direct n2/m, 1 sent, 1 distinct; own 0"],
    ],
    ["is the name itself for DNS without endpoints", "nameItself", "v1", S, [`owns ${S}`, "80/http: names a.test, 1 sent, 1 distinct; own 1"]],
    ["is the name once for DNS_ROUND_ROBIN with two addresses", "nameItselfRound", "v1", S, [`owns ${S}`, "80/http: names a.test, 1 sent, 1 distinct; own 1"]],
    ["selects every entry with an empty selector", "emptySelector", "v1", S, [`owns ${S}`, "80/http: direct n1/b n1/m, 2 sent, 2 distinct; own 2"]],
    ["has an empty cluster if STATIC selects nothing", "nothingSelected", "v1", S, [`owns ${S}`, `${NONE}; own 0`]],
    ["has no cluster if DNS selects nothing", "nothingSelected", "v1", T, [`owns ${T}`, "80/http not sent: 0 sent, 0 distinct; own 0"]],
    ["sends an inline socket in a mesh without gateways", "inlineSocket", "v1", S, [`owns ${S}`, "80/http: direct n1/s-0, 1 sent, 1 distinct; own 1"]],
    ["drops an inline socket if any network has a gateway", "inlineSocketGateway", "v2", S, [`owns ${S}`, `${NONE}; own 0`]],
    ["sends no endpoint without a resolution", "withoutResolution", "v1", S, [`owns ${S}`, `${NONE}; own 0`]],
    ["is unknown to callers that it is not exported to", "hidden", "v1", S, ["unknown null"]],
    ["leaves out localities that `distribute` does not list", "distribute", "v1", S, [`owns ${S}`, "80/http: direct n1/near, 1 sent, 1 distinct; own 1"]],
    ["sends all localities if no `from` matches", "distribute", "v2", S, [`owns ${S}`, "80/http: direct n1/far n1/near, 2 sent, 2 distinct; own 2"]],
    ["applies `distribute` of the mesh", "distributeInMesh", "v1", S, [`owns ${S}`, "80/http: direct n1/near, 1 sent, 1 distinct; own 1"]],
    ["sends gateways of meshNetworks to DNS services", "dnsListed", "v1", S, [`owns ${S}`, "80/http: direct n1/d, through n1/g, 2 sent, 2 distinct; own 2"]],
    ["sends no Service gateway to DNS services by default", "dnsService", "v1", S, [`owns ${S}`, "80/http: direct n1/d n1/g, 2 sent, 2 distinct; own 2"]],
    [
      "sends a Service gateway to DNS services with the flag",
      "dnsServiceKnown",
      "v1",
      S,
      [`owns ${S}`, "80/http: direct n1/d, through n1/g, 2 sent, 2 distinct; own 2"],
    ],
    [
      "sends addresses of slices that are ready, or not ready and not terminating",
      "sliceConditions",
      "v1",
      K,
      [`owns ${K}`, `80/http: addresses ${addresses(0, 18, 20, 23, 26)}, 21 sent, 21 distinct; own 21`],
    ],
    [
      "sends terminating addresses that serve if the Service keeps sessions",
      "sliceConditionsWithSessions",
      "v1",
      K,
      [`owns ${K}`, `80/http: addresses ${addresses(0, 24, 26)}, 25 sent, 25 distinct; own 25`],
    ],
    [
      "joins slices of a Service that does not exist, also terminating addresses",
      "sliceConditionsWithoutService",
      "v1",
      S,
      [`owns ${S}`, `80/http: direct n1/s-0, addresses ${addresses(0, 27)}, 28 sent, 28 distinct; own 1`],
    ],
    [
      "sends no unready address with minHealthPercent",
      "sliceConditionsWithRule",
      "v1",
      K,
      [`owns ${K}`, `80/http: addresses ${addresses(0, 18)}, 18 sent, 18 distinct; own 18`],
    ],
    [
      "takes the attributes of Pods by name",
      "slicePodsByName",
      "v1",
      K,
      [`owns ${K}`, "80/http: addresses 10.2.0.0 10.2.0.1 10.2.0.10 10.2.0.3 10.2.0.4 10.2.0.6 10.2.0.7, 7 sent, 7 distinct; own 7"],
    ],
    [
      "crosses a gateway to marked Pods only",
      "slicePodsByName",
      "v2",
      K,
      [`owns ${K}`, "80/http: addresses 10.2.0.6, addressesThrough 10.2.0.0 10.2.0.1 10.2.0.3 10.2.0.4 10.2.0.7, 2 sent, 2 distinct; own 2"],
    ],
    [
      "joins slices by port name",
      "slicePorts",
      "v1",
      K,
      [`owns ${K}`, "80/http: addresses 10.2.0.1 10.2.0.5, 2 sent, 2 distinct; own 2", "81/web: addresses 10.2.0.1, 1 sent, 1 distinct; own 1"],
    ],
    ["keeps the first of repeated addresses", "sliceRepeated", "v1", K, [`owns ${K}`, "80/http: addresses 10.2.0.2, 1 sent, 1 distinct; own 1"]],
    [
      "adds slices to Pods and machines",
      "sliceBesidePods",
      "v1",
      K,
      [`owns ${K}`, "80/http: direct n1/m, pods n1/p, addresses 10.2.0.1 10.2.0.2, 4 sent, 4 distinct; own 4"],
    ],
    [
      "joins slices of a hidden Service to a DNS owner by port name",
      "sliceOfDnsOwner",
      "v1",
      S,
      [`owns ${S}`, "80/http: direct n1/s-0, addresses 10.2.0.1, 2 sent, 2 distinct; own 1"],
    ],
    ["sends no cluster for an ExternalName Service", "alias", "v1", S, [`adds ${K}`]],
  ])("%s", (_, world, caller, key, expected) => {
    expect(read(world, caller, key)).toEqual(expected);
  });

  it.each<[World, string, readonly string[]]>([
    ["otherPortName", T, ["80/web: "]],
    ["otherPortNameDns", T, ["80/web: 80"]],
    ["otherPortNumber", T, ["8080/http: 80 8080"]],
    ["addedPortOtherSelector", T, ["80/http: 80", "81/admin: "]],
    ["serviceAndEntry", S, ["80/http: 80", "81/admin: "]],
  ])("%s: the ports of %s arrive", (world, key, expected) => {
    const { ownPorts } = naiveService(WORLDS[world], CALLERS.v1, find(world, key));
    expect(ownPorts.map(({ number, name, arrivesAt }) => `${number}/${name}: ${arrivesAt.join(" ")}`)).toEqual(expected);
  });
});

describe("entry", () => {
  const M = "WorkloadEntry n1/m";
  it.each<[World, Caller, string, readonly string[], readonly string[]]>([
    ["addresses", "v1", "WorkloadEntry n1/g", ["a.test:80 → 80 gateway ×2"], []],
    ["withoutAddressOtherGateway", "v1", M, [], ["ServiceEntry n1/s 80 no-address"]],
    ["withoutAddressGateway", "v2", M, [], ["ServiceEntry n1/s 80 no-address"]],
    ["withoutMark", "v1", M, [], ["ServiceEntry n1/s 80 no-gateway-mark"]],
    ["withoutMark", "v2", M, ["a.test:80 → 80 direct ×1"], []],
    ["otherFamily", "v1", M, [], ["ServiceEntry n1/s 80 no-gateway-family"]],
    ["otherPortName", "v1", M, ["a.test:80 → 80 direct ×1"], ["ServiceEntry n1/t 80 port-lost"]],
    ["otherPortNameDns", "v1", M, ["a.test:80 → 80 direct ×1", "a.test:80 → 88 direct ×1"], []],
    ["addedPortOtherSelector", "v1", M, ["a.test:80 → 80 direct ×2"], ["ServiceEntry n1/t 81 port-lost"]],
    ["twoNamespaces", "v1", "WorkloadEntry n2/m", [], ["ServiceEntry n2/s null other-owner"]],
    ["hidden", "v1", M, [], ["ServiceEntry n1/s null not-exported"]],
    ["nameItself", "v1", M, [], []],
    ["selectedNames", "v1", "WorkloadEntry n1/socket", ["b.test:80 → 0 direct ×1"], ["ServiceEntry n1/s null name-needs-dns"]],
    ["selectedNames", "v1", "WorkloadEntry n1/name", ["b.test:80 → 80 direct ×1"], ["ServiceEntry n1/s null name-needs-dns"]],
    ["roundRobin", "v1", "WorkloadEntry n1/n", [], ["ServiceEntry n1/s 80 round-robin"]],
    ["withoutResolution", "v1", M, [], ["ServiceEntry n1/s null resolution-none"]],
    ["states", "v1", "WorkloadEntry n1/checked", [], ["ServiceEntry n1/s null unhealthy"]],
    ["states", "v1", "WorkloadEntry n1/drained", [], ["ServiceEntry n1/s 80 draining"]],
    ["states", "v1", "WorkloadEntry n1/canary", [], ["ServiceEntry n1/s null other-revision"]],
    ["namedTarget", "v1", M, ["k.n1.svc.cluster.local:80 → 9090 direct ×1"], []],
    ["namedTarget", "v1", "WorkloadEntry n1/n", [], ["Service n1/k 80 no-named-port"]],
    ["headless", "v1", M, [], ["Service n1/k null headless"]],
    ["subsets", "v1", "WorkloadEntry n1/n", ["a.test:80 → 80 direct ×1"], ["ServiceEntry n1/s 80 not-in-subset v1"]],
    ["distribute", "v1", "WorkloadEntry n1/far", [], ["ServiceEntry n1/s 80 distribute"]],
    ["closedByRule", "v1", M, [], ["ServiceEntry n1/s 80 no-gateway-mark"]],
    ["openedByRule", "v1", M, [], ["ServiceEntry n1/s 80 no-gateway-mark"]],
    ["markedByLabel", "v1", M, ["a.test:80 → 80 gateway ×1"], []],
    ["unmarkedByPolicy", "v1", M, [], ["ServiceEntry n1/s 80 no-gateway-mark"]],
  ])("%s: caller %s is sent %s at", (world, caller, key, sent, left) => {
    const answer = naiveEntry(WORLDS[world], CALLERS[caller], find(world, key));
    const whole = answer.sent.filter(({ subset }) => subset === "");
    expect(whole.map((one) => `${one.host}:${one.port} → ${one.endpointPort} ${one.way} ×${one.times}`)).toEqual(sent);
    expect(answer.left.map(({ object, port, reason, subset }) => `${object} ${port} ${reason}${subset === "" ? "" : ` ${subset}`}`)).toEqual(left);
  });
});

describe("sent twice", () => {
  it.each<[World, readonly string[]]>([
    ["addresses", []],
    ["otherPortName", []],
    ["addedPort", ["80 n1/m at 80"]],
    ["otherPortNameDns", ["80 n1/m at 80 88"]],
    ["otherPortNumber", ["80 n1/m at 80 8080", "8080 n1/m at 80 8080"]],
  ])("%s", (world, expected) => {
    const twice = naiveSentTwice(WORLDS[world], CALLERS.v1, "a.test");
    expect(twice.map(({ port, machine, endpointPorts }) => `${port} ${machine} at ${endpointPorts.join(" ")}`)).toEqual(expected);
  });

  it("counts one copy per different address of the ServiceEntry", () => {
    expect([naiveCopies(find("addresses", S)), naiveCopies(find("repeatedAddress", S)), naiveCopies(find("states", S))]).toEqual([2, 2, 1]);
  });
});

describe("networks", () => {
  const pair = (world: World, from: string, to: string, resolution = "STATIC") => {
    const found = naiveNetworks(WORLDS[world]).find((one) => one.from === from && one.to === to && one.resolution === resolution);
    return found && [found.marked, found.unmarked, found.withoutAddress].map(({ way, gateways }) => [way, ...gateways].join(" "));
  };
  it.each<[string, World, string, string, readonly string[]]>([
    ["reaches everything directly without gateways", "withoutAddress", "v1", "v2", ["direct", "direct", "direct"]],
    ["crosses a gateway with the mark only", "addresses", "v1", "v2", ["gateway 192.0.2.21", "no-gateway-mark", "gateway 192.0.2.21"]],
    ["crosses a gateway from no network", "addresses", "", "v2", ["gateway 192.0.2.21", "no-gateway-mark", "gateway 192.0.2.21"]],
    ["reaches its own network directly", "addresses", "v2", "v2", ["direct", "direct", "no-address"]],
    ["reaches a network without a gateway directly", "addresses", "v2", "v1", ["direct", "direct", "no-address"]],
    ["reaches machines without a network directly", "addresses", "v1", "", ["direct", "direct", "no-address"]],
    ["cannot use a gateway of the other family", "otherFamily", "v1", "v3", ["no-gateway-family", "no-gateway-family", "no-gateway-family"]],
  ])("%s", (_, world, from, to, expected) => {
    expect(pair(world, from, to)).toEqual(expected);
  });

  it("sends DNS services the gateways of meshNetworks, and Service gateways only with the flag", () => {
    const ways = (["dnsListed", "dnsService", "dnsServiceKnown"] as const).map((world) => pair(world, "v1", "v2", "DNS")?.[0]);
    expect(ways).toEqual(["gateway 192.0.2.21", "direct", "gateway 192.0.2.21"]);
  });
});

/** Measured in the clusters that an istiod 1.31 sent to callers, and in the filter chains and clusters of its gateway. */
describe("TLS", () => {
  const at = (machine: string): NaiveTarget => ({ host: "a.test", port: 80, machine });
  it.each<[string, World, string, string]>([
    ["is mutual to a marked machine", "addresses", "n1/d", "direct istio null"],
    ["passes a marked machine", "addresses", "n1/g", "gateway istio yes"],
    ["leaves an unmarked machine behind its gateway", "withoutMark", "n1/m", "no-gateway-mark null no"],
    ["cannot tell for a machine without address", "withoutAddressGateway", "n1/m", "gateway istio unknown"],
    ["closes gateways with SIMPLE", "closedByRule", "n1/m", "no-gateway-mark null no"],
    ["opens no gateway with ISTIO_MUTUAL", "openedByRule", "n1/m", "no-gateway-mark null no"],
    ["takes the mark from the label", "markedByLabel", "n1/m", "gateway istio yes"],
    ["loses the mark to a PeerAuthentication that disables mTLS", "unmarkedByPolicy", "n1/m", "no-gateway-mark null no"],
    ["is plain text to an external service, which no gateway passes", "external", "n1/m", "gateway plain no"],
    ["is plain text without automatic mTLS, which no gateway passes", "withoutAutoMtls", "n1/g", "gateway plain no"],
    ["dies at a gateway that the service is not exported to", "privateBehindGateway", "n1/m", "gateway istio no"],
  ])("%s", (_, world, machine, expected) => {
    const answers = naiveTls(WORLDS[world], CALLERS.v1, at(machine));
    expect(answers.map(({ way, speaks, gatewayPasses }) => `${way} ${speaks} ${gatewayPasses}`)).toEqual([expected]);
  });

  it("returns no answer if the port has no endpoint of the machine", () => {
    expect(naiveTls(CASES.otherPortName, CALLERS.v1, { host: "a.test", port: 81, machine: "n1/m" })).toEqual([]);
  });
});

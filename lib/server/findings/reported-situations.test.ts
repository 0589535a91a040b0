import { expect, it } from "vitest";
import type { ServiceRow } from "@/lib/contract/views/services";
import type { FindingEvidence } from "@/lib/domain/findings/rule";
import { serviceEndpointsStatement } from "@/lib/domain/statements/service";
import { search } from "@/lib/server/fleet/search";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { parseGatewayService } from "@/lib/server/kube/parse/gateway-service";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { ENDPOINT_SCOPE, type EndpointFleet, endpointFleet, servicePage } from "@/lib/server/live/views/endpoint-fleet.fixture";
import { answerPreview } from "@/lib/server/preview/answer-preview";
import { NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER } from "@/lib/testing/hosts";
import type { RawObject } from "@/lib/testing/selection-worlds";
import type { Finding } from "./finding";
import { type Situation, situationObjects } from "./reported-situations.fixture";
import { ScopedFindings } from "./scoped-findings";

const NAMESPACES = ["istio-system", "shop", "web", "depot"] as const;

function fleetOf(objects: readonly RawObject[], settings: Record<string, string> = {}): EndpointFleet {
  const ofKind = (kind: string) => objects.filter((one) => one.kind === kind);
  const gateways = ofKind("Service").map((one, at) => parseGatewayService(one, standInIdentity(one, at), HOSTS_CLUSTER).gateway);
  const network = (name: string) => (name === "istio-system" ? "vpc-1" : "");
  const fleet = endpointFleet({
    ...{ objects, gateways: gateways.filter((one) => one.network !== ""), told: {}, settings, nodes: new Map([["node-1", "eu/a/"]]) },
    namespaces: new Map(NAMESPACES.map((name) => [name, { network: network(name), distribution: null, revision: "" }])),
  });
  for (const [at, one] of ofKind("WorkloadGroup").entries()) fleet.store.upsertGroup(parseWorkloadGroup(one, standInIdentity(one, at), HOSTS_CLUSTER));
  return fleet;
}

/** Endpoints by kind as "SENT of ALL", and the ports where calls to each port of the object end. */
interface Endpoints {
  readonly machine?: string;
  readonly pod?: string;
  readonly inline?: string;
  readonly name?: string;
  readonly ports: Readonly<Record<number, readonly number[]>>;
  readonly answer: string;
}

/** The endpoints of an object for a caller in a namespace, or for the default caller. */
function endpointsOf(fleet: EndpointFleet, object: RawObject, from?: string, locality = ""): Endpoints {
  const caller = from === undefined ? null : { namespace: from, network: "vpc-1", locality };
  const { detail, rows } = servicePage(fleet, object, "", caller);
  const sent = rows.filter(({ answers }) => answers === "yes" || answers === "doubt");
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  const counts = kinds.map((kind) => [kind, `${sent.filter((row) => row.kind === kind).length} of ${rows.filter((row) => row.kind === kind).length}`] as const);
  const ports = detail.ports.map(({ number }, at) => [number, sent.flatMap(({ ports: ends }) => ends[at] ?? []).sort()] as const);
  return { ...Object.fromEntries(counts), ports: Object.fromEntries(ports), answer: detail.seenFrom.answer };
}

function allFindings(fleet: EndpointFleet): readonly Finding[] {
  const findings = new ScopedFindings(fleet, ENDPOINT_SCOPE);
  for (let turn = 0; turn < 100 && findings.next !== null; turn++) findings.settle(NOW + turn * 1_000);
  return [...findings.store.all()];
}

/** `CODE KIND NAME` of each finding. */
function findingsOf(fleet: EndpointFleet): readonly string[] {
  return allFindings(fleet)
    .map(({ rule, detected }) => [rule.code, detected.objects[0]?.kind, detected.objects[0]?.name].join(" "))
    .sort();
}

interface Expected {
  /** Keys are `KIND NAME`, or `KIND NAME NAMESPACE LOCALITY` for callers of a namespace. */
  readonly endpoints: Readonly<Record<string, Endpoints>>;
  readonly findings: readonly string[];
  /** Findings that would be wrong, by the beginning of their text. */
  readonly without: readonly string[];
}

const YES = { answer: "yes" } as const;

const EXPECTED: Readonly<Record<Situation, Expected>> = {
  "one host name on two ports": {
    endpoints: {
      "ServiceEntry first": { machine: "1 of 1", ports: { 8080: [8080] }, ...YES },
      "ServiceEntry second": { machine: "1 of 1", ports: { 9090: [9090] }, ...YES },
    },
    ...{ findings: [], without: ["STL313", "STL311", "STL310"] },
  },
  "one host name with two selectors": {
    endpoints: {
      "ServiceEntry api": { machine: "1 of 1", ports: { 8080: [9080] }, ...YES },
      "ServiceEntry web": { machine: "0 of 1", ports: { 9080: [] }, ...YES },
    },
    ...{ findings: ["STL311 ServiceEntry web"], without: ["STL313", "STL311 ServiceEntry api"] },
  },
  "one host name exported to two teams": {
    endpoints: {
      "ServiceEntry by-dns web": { name: "1 of 1", ports: { 443: [443] }, ...YES },
      "ServiceEntry by-vms web": { machine: "1 of 1", ports: { 443: [443] }, ...YES },
      "ServiceEntry by-vms depot": { machine: "1 of 1", ports: { 443: [443] }, answer: "partly" },
    },
    ...{ findings: ["STL329 ServiceEntry by-vms"], without: ["STL301", "STL310", "STL313"] },
  },
  "an entry with a host name under DNS": {
    endpoints: { "ServiceEntry bin": { machine: "1 of 1", ports: { 80: [80] }, ...YES } },
    ...{ findings: [], without: ["STL3", "STL10"] },
  },
  "a Service and a ServiceEntry of one name": {
    endpoints: {
      "Service app": { machine: "1 of 1", ports: { 8000: [8000] }, answer: "partly" },
      "ServiceEntry app": { machine: "1 of 2", ports: { 8000: [8000] }, answer: "partly" },
    },
    ...{ findings: ["STL304 WorkloadEntry app-named", "STL313 ServiceEntry app"], without: ["STL301"] },
  },
  "weight 0": {
    endpoints: { "ServiceEntry out": { machine: "2 of 2", ports: { 443: [443, 443] }, ...YES } },
    ...{ findings: [], without: ["STL3"] },
  },
  "entries without an address behind a gateway": {
    endpoints: {
      "ServiceEntry hello": { machine: "1 of 2", ports: { 8080: [5000] }, answer: "partly" },
      "ServiceEntry hello depot": { machine: "0 of 2", ports: { 8080: [] }, answer: "no" },
    },
    ...{ findings: ["STL506 WorkloadEntry nowhere"], without: ["STL506 WorkloadEntry behind", "STL301"] },
  },
  "a Pod and an entry with one address": {
    endpoints: { "Service twin": { machine: "1 of 1", pod: "1 of 1", ports: { 80: [8080, 8080] }, answer: "partly" } },
    ...{ findings: ["STL116 WorkloadEntry twin"], without: ["STL301"] },
  },
  "one machine with two entries": {
    endpoints: {
      "ServiceEntry orders": { machine: "1 of 1", ports: { 80: [8081] }, ...YES },
      "ServiceEntry billing": { machine: "1 of 1", ports: { 80: [8082] }, ...YES },
    },
    ...{ findings: ["STL115 WorkloadEntry billing"], without: ["STL313"] },
  },
  "a port for each address": {
    endpoints: {
      "ServiceEntry inline": { inline: "2 of 2", ports: { 8080: [8080, 8080], 9080: [9080, 9080] }, ...YES },
      "ServiceEntry many": { machine: "2 of 2", ports: { 8001: [7001, 8001], 8002: [7002, 8002] }, ...YES },
    },
    ...{ findings: ["STL306 WorkloadEntry only-a", "STL306 WorkloadEntry only-b"], without: ["STL301"] },
  },
  "a hand-written entry with the labels of a group": {
    endpoints: {},
    ...{ findings: ["STL120 WorkloadEntry ratings", "STL205 WorkloadGroup ratings"], without: ["STL109"] },
  },
  "a host name of another namespace, taken over": {
    endpoints: {
      "Service checkout": { machine: "1 of 1", ports: { 80: [80] }, ...YES },
      "Service checkout web": { machine: "1 of 1", ports: { 80: [80] }, ...YES },
      "ServiceEntry pac": { ports: { 8081: [] }, answer: "no" },
    },
    ...{ findings: ["STL310 Service checkout", "STL323 Service checkout"], without: ["STL301"] },
  },
  "addresses with resolution NONE": {
    endpoints: { "ServiceEntry redis": { ports: { 6379: [] }, answer: "unknown" } },
    ...{ findings: ["STL316 WorkloadEntry redis-1"], without: ["STL301", "STL302"] },
  },
  "gateways without an IP address": {
    endpoints: { "ServiceEntry behind": { machine: "2 of 2", ports: { 80: [80, 80] }, ...YES } },
    ...{ findings: ["STL501 Network net-np", "STL502 Service by-node"], without: ["STL502 Service by-name", "STL501 Network net-lb"] },
  },
  "a waypoint that does not exist": {
    endpoints: { "ServiceEntry amb": { machine: "1 of 1", ports: { 80: [80] }, ...YES } },
    ...{ findings: ["STL131 WorkloadEntry amb", "STL325 ServiceEntry amb"], without: ["STL301"] },
  },
  "an entry without an address and no gateway": {
    endpoints: { "ServiceEntry bare": { machine: "1 of 1", ports: { 80: [80] }, ...YES } },
    ...{ findings: ["STL506 WorkloadEntry bare"], without: ["STL301"] },
  },
  "two TCP services on one port": {
    endpoints: {
      "ServiceEntry one": { inline: "1 of 1", ports: { 5432: [5432] }, ...YES },
      "ServiceEntry two": { inline: "1 of 1", ports: { 5432: [5432] }, ...YES },
    },
    ...{ findings: ["STL330 ServiceEntry two"], without: ["STL301", "STL330 ServiceEntry one"] },
  },
  "services with inline endpoints only": {
    endpoints: { "ServiceEntry synced": { inline: "2 of 2", ports: { 80: [80, 80] }, ...YES } },
    ...{ findings: [], without: ["STL301", "STL302"] },
  },
  "a selector with resolution NONE": {
    endpoints: { "ServiceEntry se-0": { ports: { 80: [] }, answer: "unknown" } },
    ...{ findings: ["STL307 ServiceEntry se-0"], without: ["STL301"] },
  },
  "a machine by its host name under a cluster name": {
    endpoints: { "ServiceEntry my-app": { machine: "1 of 1", ports: { 443: [8003] }, ...YES } },
    ...{ findings: [], without: ["STL3"] },
  },
  "a port map by the name of the Service's port": {
    endpoints: { "Service echo": { machine: "1 of 1", ports: { 7070: [17070], 8090: [8090] }, ...YES } },
    ...{ findings: ["STL306 WorkloadEntry echo-vm"], without: ["STL301", "STL305"] },
  },
  "a port map of a service for gateways only": {
    endpoints: { "ServiceEntry mapped": { machine: "1 of 1", ports: { 1234: [5678] }, ...YES } },
    ...{ findings: ["STL306 WorkloadEntry mapped"], without: ["STL301", "STL310"] },
  },
  "two machines behind one Service": {
    endpoints: {
      "Service vm-app-1": { machine: "2 of 2", ports: { 8080: [8080, 8080] }, ...YES },
      "Service vm-app-1-a": { machine: "1 of 1", ports: { 8080: [8080] }, ...YES },
    },
    ...{ findings: [], without: ["STL3"] },
  },
  "a machine outside the mesh": {
    endpoints: { "ServiceEntry unmeshed": { machine: "1 of 1", ports: { 80: [80] }, ...YES } },
    ...{ findings: [], without: ["STL3"] },
  },
  "all calls of a zone to a machine in another region": {
    endpoints: {
      "ServiceEntry upgrade": { machine: "1 of 1", pod: "0 of 1", ports: { 80: [80] }, answer: "partly" },
      "ServiceEntry upgrade shop": { machine: "1 of 1", pod: "1 of 1", ports: { 80: [80, 8080] }, ...YES },
    },
    ...{ findings: ["STL306 WorkloadEntry upgrade-vm"], without: ["STL301", "STL410"] },
  },
  "an endpoint without a locality under distribute": {
    endpoints: {
      "ServiceEntry zoned": { inline: "1 of 1", ports: { 80: [443] }, ...YES },
      "ServiceEntry zoned shop gw/0": { inline: "0 of 1", ports: { 80: [] }, answer: "no" },
    },
    ...{ findings: ["STL410 ServiceEntry zoned"], without: ["STL301"] },
  },
  "a machine in a network of its own": {
    endpoints: { "Service lab": { machine: "1 of 1", ports: { 80: [8080] }, ...YES } },
    ...{ findings: ["STL501 Network vm-network"], without: ["STL301", "STL501 Network vpc-1"] },
  },
  "an unready Pod behind a ServiceEntry": {
    endpoints: { "ServiceEntry exporter": { machine: "1 of 1", pod: "0 of 1", ports: { 80: [80] }, ...YES } },
    ...{ findings: [], without: ["STL301"] },
  },
};

it.each(Object.entries(EXPECTED) as [Situation, Expected][])("answers the situation: %s", (situation, { endpoints, findings, without }) => {
  const objects = situationObjects(situation);
  const fleet = fleetOf(objects);
  for (const [key, expected] of Object.entries(endpoints)) {
    const [kind, name, from, locality] = key.split(" ");
    const object = objects.find((one) => one.kind === kind && one.metadata.name === name);
    if (object === undefined) throw new Error(`${situation} has no ${key}`);
    expect([key, endpointsOf(fleet, object, from, locality)]).toEqual([key, expected]);
  }
  const found = findingsOf(fleet);
  expect(found).toEqual(expect.arrayContaining([...findings]));
  expect(found.filter((one) => without.some((beginning) => one.startsWith(beginning)))).toEqual([]);
});

/** The evidence of a finding in a situation. */
const EVIDENCE: readonly (readonly [Situation, string, Finding["rule"]["severity"], FindingEvidence])[] = [
  ["a host name of another namespace, taken over", "STL323", "error", { why: "taken-over", callers: ["shop"] }],
  ["gateways without an IP address", "STL502", "error", { gateway: "shop/by-node", lacks: "node-selector" }],
  ["one machine with two entries", "STL115", "warning", { accounts: ["shop/billing", "shop/orders"] }],
];

it.each(EVIDENCE)("finds in the situation: %s, the code %s, severity %s, evidence %j", (situation, code, severity, evidence) => {
  const found = allFindings(fleetOf(situationObjects(situation))).filter(({ rule }) => rule.code === code);
  expect(found.map(({ rule, detected }) => ({ severity: rule.severity, evidence: detected.evidence }))).toMatchObject([{ severity, evidence }]);
});

it.each([
  ["by-dns", "web", "yes"],
  ["by-vms", "depot", "partly"],
])("shows the page of %s for a caller in %s, which gets this object under a host name that two teams share", (name, namespace, answer) => {
  const objects = situationObjects("one host name exported to two teams");
  const object = objects.find((one) => one.metadata.name === name);
  if (object === undefined) throw new Error(`The situation has no ${name}.`);
  expect(servicePage(fleetOf(objects), object, "", null).detail.seenFrom).toMatchObject({ namespace, answer });
});

it("counts one endpoint of a Pod and an entry with one address, and names the one that callers use", () => {
  const objects = situationObjects("a Pod and an entry with one address");
  const service = objects.find(({ kind }) => kind === "Service");
  if (service === undefined) throw new Error("The situation has no Service.");
  const { detail, rows } = servicePage(fleetOf(objects), service, "", null);
  expect(serviceEndpointsStatement(detail)).toMatchObject({ result: "endpoints", machines: 1, pods: 0, sent: 1, copies: 1 });
  expect(rows.map(({ kind, why }) => [kind, why])).toEqual([
    ["machine", ""],
    ["pod", "Callers use the machine twin: it has the same address and port."],
  ]);
});

it.each([
  ["one", { written: [], allocated: ["240.240.0.1"] }],
  ["two", { written: [], allocated: [] }],
])("shows the addresses of the TCP service %s as %j", (name, addresses) => {
  const objects = situationObjects("two TCP services on one port");
  const object = objects.find((one) => one.metadata.name === name);
  if (object === undefined) throw new Error(`The situation has no ${name}.`);
  expect(servicePage(fleetOf(objects), object, "", null).detail.virtualAddresses).toEqual(addresses);
});

it("shows the owner of a service that a registry syncs on its page, in the list, in the search and in the list's filter", () => {
  const objects = situationObjects("services with inline endpoints only");
  const [synced] = objects;
  if (synced === undefined) throw new Error("The situation has no object.");
  const fleet = fleetOf(objects);
  expect(servicePage(fleet, synced, "", null).detail.managedBy).toBe("Deployment sync");
  const viewer = { subject: "somebody", scope: ENDPOINT_SCOPE, mayWrite: false };
  const listed = (query: string) => {
    const view = VIEWS.services({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed: () => undefined });
    const { rows } = view.compute();
    view.close();
    return (rows as unknown as readonly ServiceRow[]).map(({ name, managedBy, inline }) => ({ name, managedBy, inline }));
  };
  expect([listed(""), listed("q=deployment"), listed("q=statefulset")]).toEqual([
    [{ name: "synced", managedBy: "Deployment sync", inline: 2 }],
    [{ name: "synced", managedBy: "Deployment sync", inline: 2 }],
    [],
  ]);
  const { hits } = search(fleet, new StandingLists(fleet), "deployment sync", ENDPOINT_SCOPE);
  expect(hits.map(({ name, detail }) => [name, detail])).toEqual([["synced.example", "ServiceEntry shop/synced, managed by Deployment sync"]]);
});

it("shows sidecars and ambient callers what resolution NONE means for them", () => {
  const objects = situationObjects("addresses with resolution NONE");
  const [redis] = objects;
  if (redis === undefined) throw new Error("The situation has no object.");
  const seenFrom = (fleet: EndpointFleet, mode: "sidecar" | "ambient") => servicePage(fleet, redis, "", null, mode).detail.seenFrom;
  const noUpstream = expect.stringContaining("no healthy upstream");
  const ambient = fleetOf(objects, { PILOT_ENABLE_AMBIENT: "true" });
  expect(seenFrom(ambient, "sidecar")).toMatchObject({ answer: "unknown", because: [expect.any(String), noUpstream] });
  expect(seenFrom(ambient, "ambient")).toMatchObject({ answer: "no", because: [noUpstream, expect.any(String)] });
  expect(seenFrom(fleetOf(objects), "sidecar").because).toEqual([expect.not.stringContaining("no healthy upstream")]);
});

it.each<[string, readonly string[], string]>([
  ["an entry without an address and no gateway", ["1 machine has no address, and no gateway leads into its network. ztunnel drops it."], "unknown"],
  ["entries without an address behind a gateway", ["1 machine has no address, and no gateway leads into its network. ztunnel drops it."], "unknown"],
  ["weight 0", [], "unknown"],
])("shows ambient callers the machines that ztunnel drops: %s", (situation, sentences, answer) => {
  const objects = situationObjects(situation as Situation);
  const service = objects.find(({ kind }) => kind === "ServiceEntry");
  if (service === undefined) throw new Error("The situation has no ServiceEntry.");
  const { seenFrom } = servicePage(fleetOf(objects, { PILOT_ENABLE_AMBIENT: "true" }), service, "", null, "ambient").detail;
  expect([seenFrom.because.slice(0, -1), seenFrom.answer]).toEqual([sentences, answer]);
});

const ENTRY = "apiVersion: networking.istio.io/v1\nkind: WorkloadEntry\nmetadata:\n  name: a\n  namespace: shop\nspec:\n  address: 10.0.0.1\n";
const GROUP = ["apiVersion: networking.istio.io/v1", "kind: WorkloadGroup", "metadata:", "  name: g", "spec:", "  metadata:", "    labels:"].join("\n");

/** The line and the code of each note; "read" if the document names an object. */
it.each<[string, string, readonly string[]]>([
  ["two documents", `${ENTRY}---\n${ENTRY}`, ["8 several"]],
  ["a separator at the end", `${ENTRY}---\n`, ["read"]],
  ["lines that end with CRLF", ENTRY.replaceAll("\n", "\r\n"), ["read"]],
  ["a byte order mark", `\uFEFF${ENTRY}`, ["read"]],
  ["a kind of two words", ENTRY.replace("WorkloadEntry", "Workload Entry"), ["2 kind"]],
  ["an IPv6 address without quotes", ENTRY.replace("10.0.0.1", "001:db8::"), ["7 unquoted"]],
  ["a locality with slashes in a label", `${GROUP}\n      topology.istio.io/locality: eu/eu-1/a\n  template: {}\n`, ["8 tag-value", "9 no-account", "read"]],
])("answers a pasted guide with %s", (_what, text, expected) => {
  const { notes, object } = answerPreview(fleetOf([]), ENDPOINT_SCOPE, { cluster: HOSTS_CLUSTER, text });
  expect([...notes.map(({ line, code }) => `${line} ${code}`), ...(object === null ? [] : ["read"])]).toEqual(expected);
});

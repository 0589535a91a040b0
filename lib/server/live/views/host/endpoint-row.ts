import type { EndpointRow } from "@/lib/contract/views/service";
import {
  type CallerService,
  type EndpointStatus,
  isCertainlySentOnAnyPort,
  isEmptyAddressSent,
  isSendingToCallerUncertain,
  notSentReason,
} from "@/lib/domain/selection/caller-service";
import type { CallerEndpointList } from "@/lib/domain/selection/destinations";
import type { ServiceEndpoint } from "@/lib/domain/selection/host-endpoint";
import { acceptedTlsMode, type EndpointTls, endpointTlsFromPortTls, isTlsRefused, type PortTls } from "@/lib/domain/selection/mutual-tls";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import type { MergedSliceAddress } from "@/lib/domain/selection/slice-addresses";
import type { StoredWorkload } from "@/lib/domain/selection/workload";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { notSentKindOfMachine } from "@/lib/domain/services/service-status";
import { addressReachSentences } from "@/lib/format/address-reach-words";
import { contestedSentence, copySentence, UNREADY_ADDRESS } from "@/lib/format/host/endpoint-words";
import { leftOutWords } from "@/lib/format/host/left-out-words";
import { reasonWords } from "@/lib/format/reason-words";
import { sentence } from "@/lib/format/text/sentence";
import { NO_ENDPOINT } from "@/lib/format/why";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isInDoubt } from "@/lib/server/hosts/host-counts";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { EndpointCache, Member } from "./host-endpoints";
import { portEnds } from "./ports-of";

/** The inputs for the TLS of rows: the visible policies, and how the rows' caller gets the service; null in ambient mode. */
export interface RowTls {
  readonly world: SelectionWorld;
  readonly service: CallerService | null;
  /** The ports of the definition that applies to this caller. */
  readonly destinations: readonly CallerEndpointList[];
  /** The machine that callers use in place of a member, by the key of that member. */
  readonly copies: ReadonlyMap<string, StoredWorkload>;
}

/** The key of a member's machine. */
export function machineKey({ kind, name }: Pick<StoredWorkload, "kind" | "name">): string {
  return `${kind} ${name}`;
}

interface RowParts {
  readonly fleet: FleetReader;
  readonly cache: EndpointCache;
  readonly host: HostObject;
  readonly tls: RowTls;
}

/** One endpoint as the page shows it; null where the object has no such inline endpoint any more. */
export function endpointRow(member: Member, parts: RowParts): EndpointRow | null {
  const endpoint = parts.cache.endpoint(member);
  if (endpoint === undefined) return null;
  const { machine } = endpoint;
  const ends = portEnds(parts.host.selector, { ports: endpoint.ports, statuses: parts.cache.statuses(member) }, parts.cache.otherPorts());
  const answer = answerOf(member, endpoint, parts);
  const used = answer.answers === "yes" ? parts.tls.copies.get(machineKey(machine)) : undefined;
  return {
    ...identityOf(member, endpoint, parts),
    ...answer,
    ...(used === undefined ? {} : { why: copySentence(used) }),
    cluster: parts.host.cluster,
    namespace: machine.namespace,
    address: machine.address,
    ports: ends.map(({ port }) => port),
    portsWhy: ends.map((end) => ("notSent" in end ? sentence(leftOutWords(end.notSent)) : "")),
    locality: machine.locality,
    isPlaced: machine.kind !== "pod" || machine.locality !== "" || parts.tls.world.mesh.nodeLocalities.size > 0,
    network: machine.network,
    weight: machine.weight,
    version: machine.labels.get("version") ?? "",
    ...tlsOf(member, endpoint, parts),
  };
}

function identityOf(member: Member, { machine }: ServiceEndpoint, { fleet, host }: RowParts): Pick<EndpointRow, "id" | "kind" | "name" | "uid"> {
  if (member.kind === "name") return { id: "name", kind: "name", name: machine.address, uid: "" };
  if (member.kind === "inline") return { id: `inline/${member.index}`, kind: "inline", name: machine.address || host.selector.name, uid: "" };
  if (member.kind === "address") return { id: `address/${machine.address}`, kind: "address", name: machine.address, uid: "" };
  const uid = member.kind === "machine" ? fleet.identityOf(member.ref).uid : member.pod.uid;
  return { id: `${member.kind}/${uid}`, kind: member.kind, name: machine.name, uid };
}

function answerOf(
  member: Member,
  { reasons, machine }: ServiceEndpoint,
  { fleet, host, cache }: RowParts,
): Pick<EndpointRow, "state" | "vouched" | "connectionWhy" | "answers" | "why" | "isLeftOut"> {
  const why = sentence(reasons.map(reasonWords).join("; "));
  const notSent = reasons.length === 0 ? notSentWhy(cache.statuses(member)) : null;
  const isPossible = reasons.length === 0 && isSendingToCallerUncertain(cache.statuses(member) ?? []);
  if (member.kind === "pod") {
    const trouble = why || podTrouble(member.pod, host.selector, cache);
    const said = trouble || (notSent ?? "");
    const answers = said === "" ? "yes" : trouble === "" && isPossible ? "doubt" : "no";
    return { state: null, vouched: true, connectionWhy: "", answers, why: said, isLeftOut: answers === "no" && trouble === "" };
  }
  if (member.kind === "inline" && isPossible) return { state: null, vouched: true, connectionWhy: "", answers: "doubt", why: notSent ?? "", isLeftOut: false };
  if (member.kind === "inline" || member.kind === "name") {
    return { state: null, vouched: true, connectionWhy: "", answers: notSent === null ? "yes" : "no", why: notSent ?? "", isLeftOut: notSent !== null };
  }
  if (member.kind === "address") {
    const told = addressAnswer(member.address, notSent, cache);
    return { state: null, vouched: true, connectionWhy: "", ...told, isLeftOut: told.answers === "no" && notSent !== null && told.why === notSent };
  }
  const { state, vouched, connectionWhy } = fleet.row(member.ref);
  const isWritten = machine.address !== "" || machine.network !== "";
  if (isWritten && isPossible) return { state, vouched, connectionWhy, answers: "doubt", why: notSent ?? "", isLeftOut: false };
  const isAnswering = reasons.length === 0 && isWritten && notSent === null;
  const statuses = cache.statuses(member);
  if (isAnswering && statuses !== null && isEmptyAddressSent(machine.address, statuses)) {
    return { state, vouched, connectionWhy, answers: "doubt", why: EMPTY_ADDRESS, isLeftOut: false };
  }
  const noEndpoint = reasons.length === 0 && !isAnswering ? (isWritten ? (notSent ?? "") : NO_ADDRESS) : why;
  const answers = isAnswering ? (isInDoubt(fleet.judged(member.ref)) ? "doubt" : "yes") : notSentAnswer(reasons);
  return { state, vouched, connectionWhy, answers, why: noEndpoint, isLeftOut: reasons.length === 0 && isWritten && !isAnswering };
}

function addressAnswer(address: MergedSliceAddress, notSent: string | null, cache: EndpointCache): Pick<EndpointRow, "answers" | "why"> {
  const state = cache.addressState(address);
  const { refusal, isContested } = address;
  if (state === "healthy") return { answers: "yes", why: "" };
  if (state === "draining") return { answers: "draining", why: sentence(leftOutWords({ code: "draining" })) };
  if (state === "unhealthy") return { answers: "no", why: UNREADY_ADDRESS };
  if (state === "not-known" && isContested) return { answers: "doubt", why: contestedSentence(address.slices) };
  return { answers: state === "not-known" ? "doubt" : "no", why: notSent ?? (refusal === null ? "" : sentence(leftOutWords(refusal))) };
}

const NO_ADDRESS = sentence(NO_ENDPOINT);
const EMPTY_ADDRESS = addressReachSentences({ network: "", reach: { own: "empty-address", others: "empty-address", none: "empty-address" } }, "", {
  past: false,
});

/** The reason why the caller is not sent a member that is well, as a sentence; null where it is sent. */
function notSentWhy(statuses: readonly EndpointStatus[] | null): string | null {
  if (statuses === null || isCertainlySentOnAnyPort(statuses)) return null;
  const reason = notSentReason(statuses);
  return reason === null ? "The service has no port with endpoints." : sentence(leftOutWords(reason));
}

function notSentAnswer(reasons: readonly ExclusionReason[]): EndpointRow["answers"] {
  const why = notSentKindOfMachine(reasons);
  return why === "failing" ? "no" : why;
}

/** Why a Pod that is taken is not sent as healthy (docs/istio.md#unhealthy-pods), as a sentence; "" where it is. */
function podTrouble(pod: StoredPod, selector: MeshService, cache: EndpointCache): string {
  if (cache.isHidden(pod)) return sentence(leftOutWords({ code: "name-taken-by-entry" }));
  const isReady = pod.ready || (selector.kind === "Service" && selector.publishesUnready);
  return isReady ? "" : "The Pod is not ready: it is sent as unhealthy.";
}

/** Callers' TLS to an endpoint on one port of the object. */
interface RowPortTls extends EndpointTls {
  /** The index of the port among those that have endpoints. */
  readonly at: number;
  readonly number: number;
  /** The port of the machine. */
  readonly end: number;
}

/** Callers' TLS to an endpoint, for each port of the object that joins a port of the definition which applies to the caller. */
export function rowTls(endpoint: ServiceEndpoint, { world, service, destinations }: RowTls): readonly RowPortTls[] {
  return (service?.ports ?? []).flatMap(({ index, port: { number }, joins }, at) => {
    const destination = destinations.find(({ port }) => joins.some((join) => join.port.number === port));
    const end = endpoint.ports[index]?.port ?? null;
    if (destination === undefined || end === null) return [];
    const { definition, rule, tls, tlsBecause, port } = destination;
    const told = endpointTlsFromPortTls({ tls, because: tlsBecause }, { machine: endpoint.machine, port: end }, { definition, rule, subset: "", port }, world);
    return [{ ...told, at, number, end }];
  });
}

/** Callers' TLS on each port of the object that joins a port of the definition which applies to the caller. */
export function portTls({ service, destinations }: RowTls): readonly (PortTls & { readonly port: number })[] {
  return (service?.ports ?? []).flatMap(({ port: { number }, joins }) => {
    const destination = destinations.find(({ port }) => joins.some((join) => join.port.number === port));
    return destination === undefined ? [] : [{ port: number, tls: destination.tls, because: destination.tlsBecause }];
  });
}

type TlsCells = Pick<EndpointRow, "tls" | "isRefused" | "tlsCause" | "gatewayClosed" | "tlsByPort">;

/** TLS on the ports that the caller is sent; of an endpoint that is not sent, on its first port. */
function tlsOf(member: Member, endpoint: ServiceEndpoint, { tls, cache }: RowParts): TlsCells {
  const all = rowTls(endpoint, tls);
  const statuses = cache.statuses(member) ?? [];
  const sent = all.filter(({ at }) => isCertainlySentOnAnyPort(statuses.slice(at, at + 1)));
  const ports = (sent.length > 0 ? sent : all.slice(0, 1)).map(({ number, end, sends, because, gatewayClosed }) => {
    const refuses = endpoint.machine.kind === "entry" && isTlsRefused(sends, acceptedTlsMode(endpoint.machine, end, tls.world));
    return { port: number, tls: sends, isRefused: refuses, tlsCause: because, gatewayClosed };
  });
  const [first] = ports;
  if (first === undefined) return { tls: "", isRefused: false, tlsCause: null, gatewayClosed: null, tlsByPort: [] };
  const differs = ports.some((one) => one.tls !== first.tls || one.isRefused !== first.isRefused);
  const { port: _, ...cells } = first;
  return { ...cells, isRefused: ports.some((one) => one.isRefused), tlsByPort: differs ? ports : [] };
}

import type { EndpointRow } from "@/lib/contract/host";
import { notSentOf } from "@/lib/domain/hosts/not-sent";
import { type EndpointStatus, isSent, notSentReason } from "@/lib/domain/selection/caller-service";
import type { Destination } from "@/lib/domain/selection/destinations";
import type { EndpointTls } from "@/lib/domain/selection/endpoint-tls";
import type { HostEndpoint } from "@/lib/domain/selection/host-endpoint";
import { endpointTlsBy, isRefused, takenMode } from "@/lib/domain/selection/mutual-tls";
import type { Selector } from "@/lib/domain/selection/objects";
import type { Reason } from "@/lib/domain/selection/reasons";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { leftOutWords } from "@/lib/format/host/left-out-words";
import { reasonWords } from "@/lib/format/reason-words";
import { sentence } from "@/lib/format/text/sentence";
import { NO_ENDPOINT } from "@/lib/format/why";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isInDoubt } from "@/lib/server/hosts/host-counts";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { EndpointCache, Member } from "./host-endpoints";
import { portEnds } from "./ports-of";

/** What the TLS of a row is told by: the policies in sight, and what callers of the host's own namespace have for its first port; null = no list. */
export interface RowTls {
  readonly world: SelectionWorld;
  readonly destination: Destination | null;
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
  const ends = portEnds(parts.host.selector, { ports: endpoint.ports, statuses: parts.cache.statuses(member) });
  return {
    ...identityOf(member, endpoint, parts),
    ...answerOf(member, endpoint, parts),
    cluster: parts.host.cluster,
    namespace: machine.namespace,
    address: machine.address,
    ports: ends.map(({ port }) => port),
    portsWhy: ends.map((end) => ("notSent" in end ? sentence(leftOutWords(end.notSent)) : "")),
    locality: machine.locality,
    network: machine.network,
    weight: machine.weight,
    version: machine.labels.get("version") ?? "",
    ...tlsOf(endpoint, parts),
  };
}

function identityOf(member: Member, { machine }: HostEndpoint, { fleet, host }: RowParts): Pick<EndpointRow, "id" | "kind" | "name" | "uid"> {
  if (member.kind === "name") return { id: "name", kind: "name", name: machine.address, uid: "" };
  if (member.kind === "inline") return { id: `inline/${member.index}`, kind: "inline", name: machine.address || host.selector.name, uid: "" };
  const uid = member.kind === "machine" ? fleet.identityOf(member.ref).uid : member.pod.uid;
  return { id: `${member.kind}/${uid}`, kind: member.kind, name: machine.name, uid };
}

function answerOf(
  member: Member,
  { reasons, machine }: HostEndpoint,
  { fleet, host, cache }: RowParts,
): Pick<EndpointRow, "state" | "vouched" | "connectionWhy" | "answers" | "why"> {
  const why = sentence(reasons.map(reasonWords).join("; "));
  const notSent = reasons.length === 0 ? notSentWhy(cache.statuses(member)) : null;
  if (member.kind === "pod") {
    const said = why || podTrouble(member.pod, host.selector, cache) || (notSent ?? "");
    return { state: null, vouched: true, connectionWhy: "", answers: said === "" ? "yes" : "no", why: said };
  }
  if (member.kind === "inline" || member.kind === "name") {
    return { state: null, vouched: true, connectionWhy: "", answers: notSent === null ? "yes" : "no", why: notSent ?? "" };
  }
  const { state, vouched, connectionWhy } = fleet.row(member.ref);
  const isWritten = machine.address !== "" || machine.network !== "";
  const isAnswering = reasons.length === 0 && isWritten && notSent === null;
  const noEndpoint = reasons.length === 0 && !isAnswering ? (isWritten ? (notSent ?? "") : NO_ADDRESS) : why;
  const answers = isAnswering ? (isInDoubt(fleet.judged(member.ref)) ? "doubt" : "yes") : notSentAnswer(reasons);
  return { state, vouched, connectionWhy, answers, why: noEndpoint };
}

const NO_ADDRESS = sentence(NO_ENDPOINT);

/** Why the caller is not sent a member that is well, as a sentence; null where it is sent. */
function notSentWhy(statuses: readonly EndpointStatus[] | null): string | null {
  if (statuses === null || isSent(statuses)) return null;
  const reason = notSentReason(statuses);
  return reason === null ? "The service has no port with endpoints." : sentence(leftOutWords(reason));
}

function notSentAnswer(reasons: readonly Reason[]): EndpointRow["answers"] {
  const why = notSentOf(reasons);
  return why === "failing" ? "no" : why;
}

/** Why a Pod that is taken is not sent as healthy (facts 5.5), as a sentence; "" where it is. */
function podTrouble(pod: WorkloadPod, selector: Selector, cache: EndpointCache): string {
  if (cache.isHidden(pod)) return sentence(leftOutWords({ code: "name-taken-by-entry" }));
  const isReady = pod.ready || (selector.kind === "Service" && selector.publishesUnready);
  return isReady ? "" : "The Pod is not ready: it is sent as unhealthy.";
}

/** Callers' TLS to an endpoint on the port that the page reports; null = they are sent no list, or it has no such port. */
export function rowTls(
  endpoint: HostEndpoint,
  ports: readonly { readonly number: number }[],
  { world, destination }: RowTls,
): (EndpointTls & { readonly port: number }) | null {
  const port = endpoint.ports[ports.findIndex(({ number }) => number === destination?.port)]?.port ?? null;
  if (destination === null || port === null) return null;
  const { definition, rule, tls, tlsBecause } = destination;
  const question = { definition, rule, subset: "", port: destination.port };
  return { ...endpointTlsBy({ tls, because: tlsBecause }, { machine: endpoint.machine, port }, question, world), port };
}

type TlsCells = Pick<EndpointRow, "tls" | "isRefused" | "tlsCause" | "gatewayClosed">;

function tlsOf(endpoint: HostEndpoint, { tls, host }: RowParts): TlsCells {
  const told = rowTls(endpoint, host.selector.ports, tls);
  if (told === null) return { tls: "", isRefused: false, tlsCause: null, gatewayClosed: null };
  const { sends, because, gatewayClosed, port } = told;
  const refuses = endpoint.machine.kind === "entry" && isRefused(sends, takenMode(endpoint.machine, port, tls.world));
  return { tls: sends, isRefused: refuses, tlsCause: because, gatewayClosed };
}

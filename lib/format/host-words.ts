import type { SelectedMachineCountsForCaller, ServiceStatus, ServiceStatusKind } from "@/lib/domain/services/service-status";
import { joinParts, listAndMore } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { capitalize } from "./text/sentence";

/** The status of a host in a word or two: "8 of 40 missing". */
export function hostStatusWords({ kind, count, of, lacks, podsSeen }: ServiceStatus): string {
  switch (kind) {
    case "missing":
      return `${formatNumber(count)} of ${formatNumber(of)} ${lacks === "pods" || lacks === "addresses" ? `${lacks} ` : ""}missing`;
    case "unverified":
      return `${formatNumber(count)} unverified`;
    case "awaiting":
      return `${formatNumber(count)} starting`;
    case "draining":
      return `${formatNumber(count)} draining`;
    case "unchecked":
      return count < of ? `${formatNumber(count)} not checked` : "Not checked";
    case "claimed-twice":
      return count === 0 ? hostStatusNames[kind] : `${formatNumber(count)} of ${formatNumber(of)} not sent`;
    case "serves":
      return podsSeen ? "All serve" : "Machines serve";
    default:
      return hostStatusNames[kind];
  }
}

/** The words of a status without a number, as a facet lists it. */
export const hostStatusNames = {
  nobody: "Nobody answers",
  missing: "Some are missing",
  unverified: "Unverified",
  "claimed-twice": "Claimed twice",
  "no-caller": "No caller",
  unknown: "Not known",
  awaiting: "Starting",
  draining: "Draining",
  "takes-nobody": "Takes nobody",
  unchecked: "Not checked",
  serves: "All serve",
} as const satisfies Record<ServiceStatusKind, string>;

/** What a status means, in one sentence. */
export function hostStatusMeaning({ kind, podsSeen }: Pick<ServiceStatus, "kind" | "podsSeen">): string {
  const meaning = MEANINGS[kind];
  return podsSeen ? meaning : `${meaning} Pods are not visible here: nothing is said of them.`;
}

const MEANINGS = {
  nobody: "Whoever is selected, declared or was held here does not answer: callers get errors.",
  missing: "Fewer answer than the selector takes, or than its groups were declared to have or held.",
  unverified: "Callers get unverified machines: their replica of istiod is lost, or not visible.",
  "claimed-twice": "Another object defines the same host name. Each caller gets the endpoints of one namespace only.",
  "no-caller": "No namespace may call this service, by its exportTo.",
  unknown: "Who answers cannot be told by what is visible here.",
  awaiting: "All that answer are there; others were not probed yet, and callers are not sent them until then.",
  draining: "All that answer are there; others are drained, on somebody's wish, and callers are not sent them.",
  "takes-nobody": "It selects no machine and no Pod, and no endpoint is written by hand: callers get errors.",
  unchecked: "Callers are sent endpoints whose health nobody checks: static entries, or endpoints written by hand.",
  serves: "Everybody that the selector takes answers.",
} as const satisfies Record<ServiceStatusKind, string>;

/** Who answers for a host. Null = these are not visible. */
export interface AnswerInput {
  readonly machines: (Omit<SelectedMachineCountsForCaller, "notChecked"> & { readonly depends: number }) | null;
  readonly absent: number;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  readonly inline: number;
  /** The host name itself as the only endpoint: 1 or 0. */
  readonly names: number;
  /** Addresses of EndpointSlices. */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
}

/** Who answers, for whoever cannot see the cells: "32 of 40 machines serve, 4 of 4 pods are ready". */
export function answerWords({ machines, absent, pods, inline, names, addresses }: AnswerInput): string {
  const written = inline === 0 ? "" : `${plural(inline, "endpoint")} written by hand`;
  const parts = [
    machinesPart(machines, absent),
    podsPart(pods),
    written,
    names === 0 ? "" : `${plural(names, "name")} that callers resolve by DNS`,
    addressesPart(addresses),
  ];
  return joinParts(parts, ", ") || "nobody is selected";
}

function machinesPart(machines: AnswerInput["machines"], absent: number): string {
  if (machines === null) return "machines are not visible";
  const size = machines.taken + absent;
  if (size === 0) return "";
  const unverified = machines.inDoubt - machines.depends;
  const doubt = unverified === 0 ? "" : `, ${formatNumber(unverified)} unverified`;
  const aside = [
    machines.depends === 0 ? "" : `, ${formatNumber(machines.depends)} that istiod sends or not`,
    machines.awaiting === 0 ? "" : `, ${formatNumber(machines.awaiting)} starting`,
    machines.draining === 0 ? "" : `, ${formatNumber(machines.draining)} draining`,
    machines.notOwned === 0 ? "" : `, ${formatNumber(machines.notOwned)} not sent: another object defines the host name`,
    machines.hostUnknown === 0 ? "" : `, ${formatNumber(machines.hostUnknown)} not sent: callers do not know the host name`,
    machines.unreachable === 0 ? "" : `, ${formatNumber(machines.unreachable)} that callers cannot reach`,
    machines.elsewhere === 0 ? "" : `, ${formatNumber(machines.elsewhere)} left out by policy`,
  ].join("");
  const gone = absent === 0 ? "" : `, ${formatNumber(absent)} lost or missing`;
  return `${formatNumber(machines.serving)} of ${plural(size, "machine")} serve${doubt}${aside}${gone}`;
}

function podsPart(pods: AnswerInput["pods"]): string {
  if (pods === null) return "pods are not visible";
  return pods.taken === 0 ? "" : `${formatNumber(pods.ready)} of ${plural(pods.taken, "pod")} ready`;
}

function addressesPart(addresses: AnswerInput["addresses"]): string {
  if (addresses === null) return "addresses in EndpointSlices are not visible";
  if (addresses.taken === 0) return "";
  const doubted = addresses.doubted === 0 ? "" : `, ${formatNumber(addresses.doubted)} not known`;
  return `${formatNumber(addresses.ready)} of ${plural(addresses.taken, "address", "addresses")} ready${doubted}`;
}

/** A host as a sentence names it: a Service without the mesh's domain. */
export function shortHost(host: string): string {
  return host.replace(/\.svc\..+$/, "");
}

/** That another object defines the same host: "also defined by ServiceEntry payments/ledger and 2 more". */
export function rivalWords(rivals: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[], more: number): string {
  if (rivals.length === 0) return "";
  const named = rivals.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`);
  return `also defined by ${listAndMore(named, more, { commas: true })}`;
}

/** The reason of a service without an endpoint: "0 of 22 machines serve" or "Selects no machine and no Pod". */
export function lostReason(row: AnswerInput): string {
  const { machines, absent, pods, inline, names, addresses } = row;
  const isEmpty = (machines?.taken ?? 0) + absent + (pods?.taken ?? 0) + inline + names + (addresses?.taken ?? 0) === 0;
  return isEmpty ? "Selects no machine and no Pod" : capitalize(answerWords(row));
}

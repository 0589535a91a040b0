import type { Origin } from "@/lib/domain/entry/origin";
import type { EmptyAddressOutcome, EmptyAddressOutcomes } from "@/lib/domain/networks/address-reach";
import type { NotSentReason } from "@/lib/domain/selection/caller-service";
import type { Statement } from "@/lib/domain/statements/statement";
import type { NextAction } from "@/lib/domain/verdict/next-action";
import type { Connection, Serving, State } from "@/lib/domain/verdict/verdict";

/** The verdict of an entry; `EntryRow` has it all. Moments in milliseconds. */
export interface EntryWithVerdict {
  readonly namespace: string;
  readonly name: string;
  readonly state: State;
  readonly vouched: boolean;
  readonly connection: Connection["kind"];
  readonly connectionWhy: string;
  readonly serving: Serving["kind"];
  readonly message: string;
  readonly deadline: number | null;
  readonly controller: string;
  readonly origin: Origin;
  readonly connectedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/** The services that send their callers to a machine, as far as the viewer may see them. */
export interface SelectingServices {
  /** The host names whose callers are sent to it. */
  readonly names: readonly string[];
  /** The objects that select it, with or without a port. */
  readonly takers: number;
  /** The reason why the first service that selects it sends its callers elsewhere; null = none does, or the machine itself is not well. */
  readonly notSent: NotSentReason | null;
  /** False = an object that may select it is not visible. */
  readonly isWhole: boolean;
}

/** Most services that a sentence names. */
const MOST_NAMED = 2;

/** The state of an entry with its reason, and the traffic that it gets. Null = not known. */
export interface EntryTraffic extends Statement {
  readonly kind: "entry-traffic";
  readonly namespace: string;
  readonly entry: string;
  readonly state: State;
  /** False = healthy, but no replica confirms the connection. */
  readonly verified: boolean;
  readonly connection: Connection["kind"];
  /** The code of the reason why the connection is unverified, or "". */
  readonly reason: string;
  readonly serving: Serving["kind"];
  /** The probe's message, or why the object cannot be parsed. */
  readonly message: string;
  readonly replica: string;
  readonly origin: Origin;
  readonly connectedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly deadline: number | null;
  readonly since: number | null;
  /** The state began at `since` or earlier. */
  readonly sinceAtLeast: boolean;
  /** The services that send callers to it: names of the first two, and the number of the others. Null = not known. */
  readonly services: readonly string[] | null;
  readonly moreServices: number | null;
  /** The objects that select it. Null = not known, or not all of them are visible. */
  readonly selectedBy: number | null;
  /** The reason why no service sends callers to it though it is well; null = one does, or that is not known. */
  readonly notSent: NotSentReason | null;
  readonly network: string;
  /** The outcome for callers of an entry without an address, by their network. Null = the entry has an address, or the outcome is not known. */
  readonly ownNetworkGets: EmptyAddressOutcome | null;
  readonly otherNetworksGet: EmptyAddressOutcome | null;
  readonly noNetworkGets: EmptyAddressOutcome | null;
}

/** The statement of an entry's page. `services` null = not read yet. `reach`: of an entry without an address. */
export function entryTraffic(
  row: EntryWithVerdict & { readonly network: string },
  services: SelectingServices | null,
  reach: EmptyAddressOutcomes | null = null,
): EntryTraffic {
  const { namespace, name, state, vouched, connection, connectionWhy, serving, message, controller, origin } = row;
  const { connectedAt, disconnectedAt, deadline, since, sinceAtLeast } = row;
  return {
    kind: "entry-traffic",
    ...{ namespace, entry: name, state, verified: vouched, connection, reason: connectionWhy, serving, message, replica: controller, origin },
    ...{ connectedAt, disconnectedAt, deadline, since, sinceAtLeast },
    ...namedServices(services),
    ...{ network: row.network, ownNetworkGets: reach?.own ?? null, otherNetworksGet: reach?.others ?? null, noNetworkGets: reach?.none ?? null },
  };
}

function namedServices(services: SelectingServices | null): Pick<EntryTraffic, "services" | "moreServices" | "selectedBy" | "notSent"> {
  if (services === null || (services.names.length === 0 && !services.isWhole)) return { services: null, moreServices: null, selectedBy: null, notSent: null };
  const { names, takers, notSent } = services;
  const named = { services: names.slice(0, MOST_NAMED), moreServices: Math.max(0, names.length - MOST_NAMED), selectedBy: takers };
  return { ...named, notSent: names.length > 0 ? null : notSent };
}

/** The outcome for callers, as a reach; null = the statement has none. */
export function emptyAddressOutcomesOf({ ownNetworkGets: own, otherNetworksGet: others, noNetworkGets: none }: EntryTraffic): EmptyAddressOutcomes | null {
  return own === null || others === null || none === null ? null : { own, others, none };
}

/** The reason of an entry's state in one column of a table. Null or "" = no such value. */
export type EntryWhy = Statement & Pick<EntryTraffic, "state" | "reason" | "message" | "replica" | "deadline">;

/** States the reason of an entry's state for one table cell. */
export function entryWhy(row: Pick<EntryWithVerdict, "state" | "connectionWhy" | "message" | "controller" | "deadline">): EntryWhy {
  const { state, connectionWhy, message, controller, deadline } = row;
  return { kind: "entry-why", state, reason: connectionWhy, message, replica: controller, deadline };
}

/** The objects that select a machine, and their host names. The three flags: which objects the viewer may see. */
export interface SelectedBy extends Statement {
  readonly kind: "selected-by";
  readonly namespace: string;
  readonly objects: number;
  /** Different host names of these objects. */
  readonly services: number;
  /** The host names whose callers are sent to the machine. Null = not known. */
  readonly servicesSent: number | null;
  /** Each object sends the callers of each of its host names to the machine. */
  readonly eachSends: boolean;
  readonly servicesVisible: boolean;
  readonly serviceEntriesVisible: boolean;
  /** The Services and ServiceEntries of other namespaces, which may own a host. */
  readonly othersVisible: boolean;
}

interface SelectionCounts {
  readonly namespace: string;
  readonly objects: number;
  readonly hostNames: number;
  /** Each host name of each object, with the answer for its callers. Null = not all of them are known. */
  readonly sent: readonly { readonly host: string; readonly isSent: boolean }[] | null;
  readonly sight: { readonly services: boolean; readonly serviceEntries: boolean; readonly elsewhere: boolean };
}

/** States which Services and ServiceEntries select a machine, and how many of their host names lead callers to it. */
export function selectedBy({ namespace, objects, hostNames, sent, sight }: SelectionCounts): SelectedBy {
  const visible = { servicesVisible: sight.services, serviceEntriesVisible: sight.serviceEntries, othersVisible: sight.elsewhere };
  const servicesSent = sent === null ? null : new Set(sent.filter(({ isSent }) => isSent).map(({ host }) => host)).size;
  const eachSends = sent?.every(({ isSent }) => isSent) ?? false;
  return { kind: "selected-by", namespace, objects, services: hostNames, servicesSent, eachSends, ...visible };
}

/** An entry that left the API, with its last state. */
export interface EntryGone extends Statement {
  readonly kind: "entry-gone";
  readonly namespace: string;
  readonly entry: string;
  readonly state: State;
}

/** States that an entry left the API, with its last state. */
export function entryGone({ namespace, name, state }: Pick<EntryWithVerdict, "namespace" | "name" | "state">): EntryGone {
  return { kind: "entry-gone", namespace, entry: name, state };
}

/** Istio's next action on an entry, at `at`, or at `latestAt` at the latest. Milliseconds; null = not known or never. */
export interface EntryNext extends Statement {
  readonly kind: "entry-next";
  readonly action: NextAction["kind"];
  readonly at: number | null;
  readonly latestAt: number | null;
  /** The moments rest on an assumed value. */
  readonly assumed: boolean;
}

/** States Istio's next action on an entry. Milliseconds. */
export function entryNext({ kind: action, at, latestAt, assumed }: NextAction): EntryNext {
  return { kind: "entry-next", action, at, latestAt, assumed };
}

/** An object that is not in the API and in no history. */
export interface ObjectAbsent extends Statement {
  readonly kind: "entry-absent" | "service-absent";
  readonly namespace: string;
  readonly name: string;
}

/** States that an entry or a service is neither in the API nor in the history. */
export function objectAbsent(kind: ObjectAbsent["kind"], { namespace, name }: { readonly namespace: string; readonly name: string }): ObjectAbsent {
  return { kind, namespace, name };
}

/** A Service or ServiceEntry whose deletion is in the history. Milliseconds: it was deleted between the two. */
export interface ServiceDeleted extends Statement {
  readonly kind: "service-deleted";
  readonly namespace: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** States the deletion of a Service or ServiceEntry. `notBefore` null = the deletion was observed at `at`. Milliseconds. */
export function serviceDeleted(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  { at, notBefore }: { readonly at: number; readonly notBefore: number | null },
): ServiceDeleted {
  return { kind: "service-deleted", namespace, name, from: notBefore ?? at, to: at };
}

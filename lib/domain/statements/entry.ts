import type { EntryOrigin } from "@/lib/domain/entry/origin";
import type { EmptyAddressOutcome, EmptyAddressOutcomeByCaller } from "@/lib/domain/networks/empty-address";
import type { NotSentReason } from "@/lib/domain/selection/caller-service";
import type { Statement } from "@/lib/domain/statements/statement";
import type { NextIstiodAction } from "@/lib/domain/verdict/next-action";
import type { Connection, Serving, State } from "@/lib/domain/verdict/verdict";

/** The verdict of an entry: the fields of `EntryRow` that statements use. Times are in milliseconds. */
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
  readonly origin: EntryOrigin;
  readonly connectedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/** The services that send their callers to a machine, as far as the viewer may see them. */
export interface ServicesSelectingMachine {
  /** The host names whose callers get the machine as an endpoint. */
  readonly names: readonly string[];
  /** The number of objects that select the machine, with or without a port for it. */
  readonly takers: number;
  /**
   * The reason why callers of the first service that selects the machine do not get it; null = no service selects it, or the machine itself is in
   * trouble.
   */
  readonly notSent: NotSentReason | null;
  /** False = an object that may select the machine is not visible. */
  readonly isWhole: boolean;
}

/** The largest number of services that a sentence names. */
const MOST_NAMED = 2;

/** The state of an entry with its reason, and the traffic that its machine gets. Null = not known. */
export interface EntryTraffic extends Statement {
  readonly kind: "entry-traffic";
  readonly namespace: string;
  readonly entry: string;
  readonly state: State;
  /** False = healthy, but no replica confirms the connection. True in every other state. */
  readonly verified: boolean;
  readonly connection: Connection["kind"];
  /** The code of the reason why the connection is unverified, or "". */
  readonly reason: string;
  readonly serving: Serving["kind"];
  /** The probe's message, or the reason why the object cannot be parsed. */
  readonly message: string;
  readonly replica: string;
  readonly origin: EntryOrigin;
  readonly connectedAt: number | null;
  readonly disconnectedAt: number | null;
  readonly deadline: number | null;
  readonly since: number | null;
  /** True if the state began at `since` or earlier. */
  readonly sinceAtLeast: boolean;
  /** The names of the first two services whose callers get the machine. `moreServices`: the number of the others. Null = not known. */
  readonly services: readonly string[] | null;
  readonly moreServices: number | null;
  /** The number of objects that select the machine. Null = not known, or not all of these objects are visible. */
  readonly selectedBy: number | null;
  /** The reason why callers of no service get the machine although it is in no trouble. Null = callers of one do, or this is not known. */
  readonly notSent: NotSentReason | null;
  readonly network: string;
  /**
   * The outcome for callers of an entry without an address, if they are in its network, in another, or in none. Null = the entry has an address, or
   * the outcome is not known.
   */
  readonly ownNetworkGets: EmptyAddressOutcome | null;
  readonly otherNetworksGet: EmptyAddressOutcome | null;
  readonly noNetworkGets: EmptyAddressOutcome | null;
}

/** Returns the statement of an entry's page. `services` null = not read yet. `reach`: the outcome for callers of an entry without an address. */
export function entryTraffic(
  row: EntryWithVerdict & { readonly network: string },
  services: ServicesSelectingMachine | null,
  reach: EmptyAddressOutcomeByCaller | null = null,
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

function namedServices(services: ServicesSelectingMachine | null): Pick<EntryTraffic, "services" | "moreServices" | "selectedBy" | "notSent"> {
  if (services === null || (services.names.length === 0 && !services.isWhole)) return { services: null, moreServices: null, selectedBy: null, notSent: null };
  const { names, takers, notSent } = services;
  const named = { services: names.slice(0, MOST_NAMED), moreServices: Math.max(0, names.length - MOST_NAMED), selectedBy: takers };
  return { ...named, notSent: names.length > 0 ? null : notSent };
}

/** Returns the outcome for callers of an entry without an address from a statement; null = the statement has none. */
export function readEmptyAddressOutcomes({
  ownNetworkGets: own,
  otherNetworksGet: others,
  noNetworkGets: none,
}: EntryTraffic): EmptyAddressOutcomeByCaller | null {
  return own === null || others === null || none === null ? null : { own, others, none };
}

/** The reason for an entry's state, for one column of a table. Null or "" = no such value. */
export type EntryReasonStatement = Statement & Pick<EntryTraffic, "state" | "reason" | "message" | "replica" | "deadline">;

/** States the reason of an entry's state for one table cell. */
export function entryReasonStatement(row: Pick<EntryWithVerdict, "state" | "connectionWhy" | "message" | "controller" | "deadline">): EntryReasonStatement {
  const { state, connectionWhy, message, controller, deadline } = row;
  return { kind: "entry-why", state, reason: connectionWhy, message, replica: controller, deadline };
}

/** The numbers of objects that select a machine, and of their host names. `…Visible`: which of the objects the viewer may see. */
export interface SelectedBy extends Statement {
  readonly kind: "selected-by";
  readonly namespace: string;
  readonly objects: number;
  /** The number of different host names of these objects. */
  readonly services: number;
  /** The number of host names whose callers get the machine. Null = not known. */
  readonly servicesSent: number | null;
  /** True if the callers of each host name of each object get the machine. */
  readonly eachSends: boolean;
  readonly servicesVisible: boolean;
  readonly serviceEntriesVisible: boolean;
  /** True if the Services and ServiceEntries of other namespaces, which may define a host name, are visible. */
  readonly othersVisible: boolean;
}

interface SelectionCounts {
  readonly namespace: string;
  readonly objects: number;
  readonly hostNames: number;
  /** Each host name of each object. `isSent`: its callers get the machine. Null = not all of these are known. */
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

/** An entry that is no longer in the API, with its last state. */
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

/** istiod's next action on an entry, at `at`, or at `latestAt` at the latest, in milliseconds; null = not known or never. */
export interface IstiodNextAction extends Statement {
  readonly kind: "entry-next";
  readonly action: NextIstiodAction["kind"];
  readonly at: number | null;
  readonly latestAt: number | null;
  /** True if the times are computed from an assumed value. */
  readonly assumed: boolean;
}

/** States Istio's next action on an entry. Milliseconds. */
export function istiodNextAction({ kind: action, at, latestAt, assumed }: NextIstiodAction): IstiodNextAction {
  return { kind: "entry-next", action, at, latestAt, assumed };
}

/** An object that is not in the API and in no history. */
export interface ObjectNotFound extends Statement {
  readonly kind: "entry-absent" | "service-absent";
  readonly namespace: string;
  readonly name: string;
}

/** States that an entry or a service is neither in the API nor in the history. */
export function objectNotFound(kind: ObjectNotFound["kind"], { namespace, name }: { readonly namespace: string; readonly name: string }): ObjectNotFound {
  return { kind, namespace, name };
}

/** A Service or ServiceEntry whose deletion is in the history: it was deleted between `from` and `to`, in milliseconds. */
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

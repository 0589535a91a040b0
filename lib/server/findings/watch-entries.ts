import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { ChangeMoment, EntryRef } from "@/lib/server/fleet/entry-change";
import { askReaders } from "./ask-readers";
import type { ClusterFindings } from "./cluster-findings";
import { READ } from "./reads";
import type { ScopedFindings } from "./scoped-findings";
import { placeKeyAt } from "./usage-index";

/** By these a group has more or fewer members. */
const MEMBERSHIP = ChangedParts.of("existence", "group");
/** By these they have other values of what is counted of them. */
const TRAITS = ChangedParts.of("existence", "group", "place", "labels", "spec", "state");
/** By these a selector of their namespace misses them otherwise. */
const SELECTED_BY = ChangedParts.of("existence", "place", "labels", "spec");
/** By these others read it: who shares its address, its group, the hosts that take it, its place and its network. */
const READ_BY = ChangedParts.of("existence", "group", "place", "labels", "spec");
/** By these it is another endpoint. No rule reads the connection of another entry: a reconnect, the most frequent change, concerns the entry and its replica only. */
const SENT_BY = ChangedParts.of("existence", "group", "place", "labels", "spec", "health");
/** So many entries are taken between two looks at the clock. */
const AT_ONCE = 64;

/** Takes the entries of a fleet, and tells what is to be asked about again as they change. */
export class EntryWatch {
  /** The entries that were there at first and are not taken yet; null = all are. */
  #first: Iterator<EntryRef> | null;
  readonly #ends: readonly (() => void)[];

  /** `look`: somebody came to a namespace, or went. */
  constructor(
    private readonly findings: ScopedFindings,
    private readonly look: (cluster: ClusterFindings, namespace: string) => void,
  ) {
    const { fleet } = findings;
    this.#first = fleet.entries()[Symbol.iterator]();
    this.#ends = [
      fleet.subscribe({
        leaving: (ref, parts, moment) => this.#leaving(ref, parts, moment),
        entering: (ref, parts) => this.#entering(ref, parts),
      }),
      fleet.entryMemory?.hook((ref) => this.#remembered(ref)) ?? (() => undefined),
    ];
  }

  get hasAll(): boolean {
    return this.#first === null;
  }

  /** Takes the entries that were there at first, for as long as it may; true once it has all of them. */
  takeAll(mayGoOn: () => boolean = () => true): boolean {
    for (let taken = 1; this.#first !== null; taken++) {
      const { done, value } = this.#first.next();
      if (done === true) this.#first = null;
      else this.#take(value);
      if (taken % AT_ONCE === 0 && !mayGoOn()) break;
    }
    return this.hasAll;
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  /** Where an entry is, if it is in sight. */
  #clusterOf(ref: EntryRef): ClusterFindings | null {
    const { cluster, namespace } = this.findings.fleet.groupOf(ref).place;
    const here = this.findings.clusters.get(cluster);
    return here?.seesEntries(namespace) ? here : null;
  }

  #leaving(ref: EntryRef, parts: ChangedParts, { by }: ChangeMoment): void {
    const cluster = this.#clusterOf(ref);
    if (!cluster?.usage.has(ref)) return;
    // If none of these changes, the same neighbours are told when it enters.
    if (parts.meets(READ_BY)) this.#neighbours(cluster, ref, parts);
    cluster.usage.leave(ref);
    if (by !== "end" && by !== "forgotten") return;
    this.findings.affectEntry(ref);
    this.look(cluster, this.findings.fleet.groupOf(ref).place.namespace);
  }

  #entering(ref: EntryRef, parts: ChangedParts): void {
    const cluster = this.#clusterOf(ref);
    if (cluster === null) return;
    cluster.usage.enter(ref);
    this.findings.affectEntry(ref);
    const { namespace } = this.findings.fleet.groupOf(ref).place;
    if (!cluster.isInhabited(namespace)) this.look(cluster, namespace);
    this.#neighbours(cluster, ref, parts);
  }

  #remembered(ref: EntryRef): void {
    if (this.#clusterOf(ref)?.usage.has(ref)) this.findings.affectEntry(ref);
  }

  /** One that was there at first: all of them are asked about once they are taken. */
  #take(ref: EntryRef): void {
    const cluster = this.findings.fleet.isThere(ref) ? this.#clusterOf(ref) : null;
    if (cluster === null || cluster.usage.has(ref)) return;
    const { version } = cluster.usage;
    cluster.usage.enter(ref);
    if (cluster.usage.version !== version) this.#places(cluster, ref);
    const { namespace } = this.findings.fleet.groupOf(ref).place;
    if (!cluster.isInhabited(namespace)) this.look(cluster, namespace);
  }

  /** Whoever may have read this entry beside itself: as it was, and as it is. */
  #neighbours(cluster: ClusterFindings, ref: EntryRef, parts: ChangedParts): void {
    const { fleet, later } = this.findings;
    const { place, name } = fleet.groupOf(ref);
    const isOther = parts.meets(SENT_BY);
    const ofGroup = (isOther ? READ.members : 0) | (parts.meets(MEMBERSHIP) ? READ.memberCounts : 0) | (parts.meets(TRAITS) ? READ.traits : 0);
    this.findings.affectSubject({ kind: "group", cluster: cluster.cluster, namespace: place.namespace, key: name }, ofGroup);
    this.#places(cluster, ref);
    later.tell(cluster, null, READ.inUse | READ.namesInUse);
    if (!isOther) return;
    askReaders(this.findings, cluster.usage.at(fleet.endpoint(ref).address), READ.address, ref);
    for (const host of fleet.hosts.selecting(ref))
      this.findings.affectSubject({ kind: "host", cluster: cluster.cluster, namespace: place.namespace, key: host.uid }, READ.machines);
    cluster.selections.forgetMachines(place.namespace);
    later.tell(cluster, place.namespace, READ.name | (parts.meets(SELECTED_BY) ? READ.neighbours : 0));
    later.tell(cluster, null, READ.elsewhere | READ.otherAddress);
    later.tell(cluster, null, READ.address, 0);
  }

  #places(cluster: ClusterFindings, ref: EntryRef): void {
    const { fleet } = this.findings;
    const mesh = { cluster: cluster.cluster, namespace: "" };
    this.findings.put({ kind: "place", ...mesh, key: placeKeyAt(fleet, ref) }, READ.own);
    this.findings.put({ kind: "network", ...mesh, key: fleet.endpoint(ref).network }, READ.own);
  }
}

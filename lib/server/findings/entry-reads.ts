import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { isInScope } from "@/lib/domain/source/scope";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import { objectKey } from "@/lib/server/table/indexed-table";
import { byName } from "./in-order";
import { NoticingReads } from "./noticing-reads";
import { READ } from "./reads";

/** Entries, and the groups that they belong to. */
export abstract class EntryReads extends NoticingReads {
  /** The verdict of the entry that the rules are about: several of them ask for it. */
  #verdict: Verdict | null = null;

  verdict(entry: WorkloadEntry) {
    if (entry === this.asked?.entry) {
      this.#verdict ??= this.parts.fleet.verdict(this.asked.ref);
      return this.#verdict;
    }
    const ref = this.refOf(entry);
    if (ref === null) throw new Error(`an entry of another fleet: ${entry.namespace}/${entry.name}`);
    return this.parts.fleet.verdict(ref);
  }

  /** It turns with the entry itself, or it is told. */
  pastOf(entry: WorkloadEntry) {
    const ref = this.refOf(entry);
    return ref === null ? null : (this.parts.fleet.entryMemory?.of(ref) ?? null);
  }

  entryNamed(namespace: string, name: string) {
    this.notice(READ.name);
    const ref = this.seesEntries(namespace) ? this.parts.fleet.byName(this.cluster, namespace, name) : null;
    return ref === null ? null : this.entryOf(ref);
  }

  entriesAt(network: string, address: string) {
    this.noticeAddress(address, READ.address);
    const entries = this.parts.usage.at(address).map((ref) => this.entryOf(ref));
    return entries.filter((entry) => entry.network === network).sort(byName);
  }

  groupOf(entry: WorkloadEntry) {
    return this.groupNamed(entry.namespace, membershipOf(entry).group);
  }

  groupNamed(namespace: string, name: string) {
    this.notice(READ.groups);
    if (name === "" || !isInScope(this.parts.scope, this.cluster, "workloadgroups", namespace)) return null;
    return this.parts.fleet.group(this.cluster, namespace, name)?.object ?? null;
  }

  groupsIn(namespace: string) {
    this.notice(READ.groups);
    return this.parts.groups.in(namespace);
  }

  hasAccount(namespace: string, name: string) {
    this.notice(READ.accounts);
    if (!isInScope(this.parts.scope, this.cluster, "serviceaccounts", namespace)) return false;
    return this.parts.fleet.tables.serviceaccounts.byIndex("account", objectKey(this.cluster, namespace, name)).length > 0;
  }

  membersOf({ namespace, name }: WorkloadGroup) {
    this.#noticeGroup(namespace, name, READ.members);
    const record = this.seesEntries(namespace) ? this.parts.fleet.group(this.cluster, namespace, name) : null;
    return record === null ? [] : Array.from(this.parts.fleet.members(record), (ref) => this.parts.fleet.entry(ref)).sort(byName);
  }

  memberCount({ namespace, name }: WorkloadGroup) {
    this.#noticeGroup(namespace, name, READ.memberCounts);
    return this.seesEntries(namespace) ? (this.parts.fleet.group(this.cluster, namespace, name)?.members.size ?? 0) : 0;
  }

  traitsOf({ namespace, name }: WorkloadGroup, trait: Parameters<FindingsWorld["traitsOf"]>[1]) {
    this.#noticeGroup(namespace, name, READ.traits);
    const record = this.seesEntries(namespace) ? this.parts.fleet.group(this.cluster, namespace, name) : null;
    if (record === null) return [];
    const counts = this.parts.fleet.traits(record, trait).filter(({ count }) => count > 0);
    return counts.map(({ value, count }) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1));
  }

  #noticeGroup(namespace: string, name: string, bits: number): void {
    const { kind, key, namespace: own } = this.subject;
    this.notice(kind === "group" && key === name && own === namespace ? bits : READ.elsewhere);
  }
}

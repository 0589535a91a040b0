import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { isInScope } from "@/lib/domain/source/scope";
import type { SourceName } from "@/lib/domain/source/source";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { SubjectRef } from "./finding";
import type { FindingsParts } from "./findings-parts";
import { READ } from "./reads";
import { seesSource } from "./sight-of-cluster";

/** The entry that the rules are about, for that it is neither looked up nor made again. */
export interface AskedEntry {
  readonly ref: EntryRef;
  readonly entry: WorkloadEntry;
}

/** What rules about one subject read of a cluster as a scope sees it: what is read is noticed. */
export abstract class NoticingReads {
  readonly cluster: string;

  constructor(
    protected readonly parts: FindingsParts,
    protected readonly subject: SubjectRef,
    readonly now: number,
    protected readonly asked: AskedEntry | null = null,
  ) {
    this.cluster = parts.cluster;
  }

  sees(source: SourceName, namespace?: string): boolean {
    return seesSource(this.parts.fleet, this.parts.scope, this.cluster, source, namespace);
  }

  protected notice(bits: number): void {
    this.parts.noticed.bits |= bits;
  }

  /** Of changes at an address those entries are told that are there; whoever asks about another one is told of all. */
  protected noticeAddress(address: string, bits: number): void {
    this.notice(this.asked === null || this.asked.entry.address === address ? bits : READ.otherAddress);
  }

  protected seesEntries(namespace: string): boolean {
    return isInScope(this.parts.scope, this.cluster, "workloadentries", namespace);
  }

  protected refOf(entry: WorkloadEntry): EntryRef | null {
    return entry === this.asked?.entry ? this.asked.ref : this.parts.fleet.byUid(this.cluster, entry.uid);
  }

  protected entryOf(ref: EntryRef): WorkloadEntry {
    return ref === this.asked?.ref ? this.asked.entry : this.parts.fleet.entry(ref);
  }
}

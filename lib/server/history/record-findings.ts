import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { type FindingProgress, nextFindingStep } from "@/lib/domain/history/finding-history";
import type { Since } from "@/lib/domain/verdict/since";
import type { ClusterFindings } from "@/lib/server/findings/cluster-findings";
import type { AnyRule, Finding } from "@/lib/server/findings/finding";
import { placeName, sightOf, untoldPlaces } from "@/lib/server/findings/finding-sight";
import type { ScopedFindings } from "@/lib/server/findings/scoped-findings";
import type { FindingMemory } from "@/lib/server/fleet/finding-memory";
import { askedRecord, FINDINGS_WATCHED, findingRecord, openFinding, type RecordedFinding, recordedFinding, ruleAsked } from "./finding-record";
import type { HistoryRecord } from "./history-record";
import type { OpenVersion } from "./open-versions";

export interface FindingRecorderParts {
  readonly cluster: string;
  readonly memory: FindingMemory;
  readonly append: (records: readonly HistoryRecord[]) => void;
  /** A finding that holds for so long appeared; one that is gone for so long is resolved. */
  readonly patienceMs: number;
}

/** What the record has open of one cluster, and when a recorder looked last; null = none ever did. */
export interface KnownFindings {
  readonly open: readonly OpenVersion[];
  readonly lastSeen: number | null;
}

interface Followed {
  readonly course: FindingProgress;
  readonly recorded: RecordedFinding;
}

/** What was in sight at the last look. */
interface Sight {
  readonly here: ClusterFindings;
  readonly turns: number;
  readonly untold: ReadonlySet<string>;
}

/**
 * Follows the findings of one cluster: what holds for a while appeared, what is gone for a while is resolved, each as of when that began. Where a
 * rule cannot tell, or nobody looks, nothing is either.
 */
export class FindingRecorder {
  readonly #followed = new Map<string, Followed>();
  /** When they came or went; those of which nothing is pending are not looked at again. */
  readonly #touched = new Map<string, number>();
  /** The codes of the rules that were asked before. */
  readonly #asked: Set<string>;
  /** When the window began in which somebody looks. */
  #from: number;
  #sight: Sight | null = null;
  /** When somebody looked last; 0 = never. */
  #seenTo: number;

  constructor(
    private readonly parts: FindingRecorderParts,
    { open, lastSeen }: KnownFindings,
    now: number,
  ) {
    this.#asked = new Set(open.flatMap(({ subject }) => ruleAsked(subject.uid) ?? []));
    this.#seenTo = lastSeen ?? 0;
    this.#from = now;
    for (const version of open) {
      const { since, subject } = version;
      if (ruleAsked(subject.uid) !== null || since === null) continue;
      this.#followed.set(subject.uid, { course: { open: since, pending: null }, recorded: openFinding(version) });
      this.parts.memory.remember(subject.uid, since);
    }
  }

  /** A finding came, went, or came again. */
  touch(id: string, at: number): void {
    this.#touched.set(id, at);
  }

  /** Looks at what is told now that everything is evaluated. `gap`: nobody looked for a while before. True where something is another. */
  look(findings: ScopedFindings, now: number, gap: boolean): boolean {
    const here = findings.clusters.get(this.parts.cluster);
    if (here === undefined) return false;
    const isFirst = this.#sight === null || this.#sight.here !== here;
    const hasTurned = isFirst || this.#sight?.turns !== here.gates.turns;
    if (gap) this.#from = now;
    if (hasTurned || gap) this.#touchAll(findings, now);
    let isAnother = false;
    for (const [id, at] of this.#touched) {
      const moment = this.#momentOf(findings, id, { at: Math.min(at, now), now, wasUnseen: gap || isFirst });
      isAnother = this.#step(findings, id, moment, now) || isAnother;
    }
    this.#ask(findings.rules, now);
    if (hasTurned) this.#sight = { here, turns: here.gates.turns, untold: untoldPlaces(findings, this.parts.cluster) };
    this.#seenTo = now;
    this.#write([{ kind: "window", cluster: this.parts.cluster, watched: FINDINGS_WATCHED, namespace: "*", from: this.#from, to: now, endedBecause: null }]);
    return isAnother;
  }

  #touchAll(findings: ScopedFindings, now: number): void {
    for (const { id, subject } of findings.store.all()) if (subject.cluster === this.parts.cluster && !this.#touched.has(id)) this.#touched.set(id, now);
    for (const id of this.#followed.keys()) if (!this.#touched.has(id)) this.#touched.set(id, now);
  }

  /** When what is told began: at some time since somebody looked, or since whenever where its rule could not tell before. */
  #momentOf(
    { store }: ScopedFindings,
    id: string,
    { at, now, wasUnseen }: { readonly at: number; readonly now: number; readonly wasUnseen: boolean },
  ): EventTime {
    const finding = store.get(id);
    if (finding !== null && !this.#couldTell(finding)) return { at, notBefore: 0 };
    return wasUnseen ? { at: now, notBefore: Math.min(now, this.#seenTo) } : { at, notBefore: null };
  }

  #couldTell({ rule, subject }: Finding): boolean {
    return this.#asked.has(rule.code) && this.#sight?.untold.has(placeName(rule, subject.namespace)) !== true;
  }

  #step(findings: ScopedFindings, id: string, moment: EventTime, now: number): boolean {
    const { memory, patienceMs } = this.parts;
    const before = this.#followed.get(id);
    const finding = findings.store.get(id);
    const { sight, isOver } = sightOf(findings, id);
    const { course, event } = nextFindingStep(before?.course ?? null, sight, moment, now, patienceMs);
    const recorded = finding === null ? before?.recorded : recordedFinding(findings.fleet, finding);
    if (event !== null && recorded !== undefined) this.#write([findingRecord(recorded, event.kind, event.moment, isOver)]);
    if (course === null || recorded === undefined) this.#followed.delete(id);
    else this.#followed.set(id, { course, recorded });
    const waits = course !== null && (course.pending !== null || sight === "cannot-tell");
    if (!waits) this.#touched.delete(id);
    return this.#remember(memory, id, course?.open ?? (sight === "there" ? course?.pending : null) ?? null);
  }

  #remember(memory: FindingMemory, id: string, since: Since | null): boolean {
    const known = memory.since(id);
    if (known?.at === since?.at && known?.notBefore === since?.notBefore) return false;
    memory.remember(id, since);
    return true;
  }

  #ask(rules: readonly AnyRule[], now: number): void {
    const anew = rules.filter(({ code }) => !this.#asked.has(code));
    for (const { code } of anew) this.#asked.add(code);
    if (anew.length > 0) this.#write(anew.map((rule) => askedRecord(this.parts.cluster, rule, now)));
  }

  #write(records: readonly HistoryRecord[]): void {
    this.parts.append(records);
  }
}

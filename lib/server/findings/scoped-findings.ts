import { RULE_SUBJECT_KINDS, type RuleSubjects } from "@/lib/domain/findings/rule";
import { RULES } from "@/lib/domain/findings/rules";
import type { Scope } from "@/lib/domain/source/scope";
import { type Dated, DerivedValues } from "@/lib/server/derive/derived-values";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { askEntry } from "./ask-entry";
import { ClusterFindings } from "./cluster-findings";
import { askRule, type KeptAnswer, together } from "./evaluate-rules";
import type { AnyRule, SubjectFindings, SubjectRef } from "./finding";
import { FindingStore, isSameFound } from "./finding-store";
import { FleetFindingsWorld } from "./fleet-findings-world";
import { Later } from "./later";
import { READ, READ_ALL } from "./reads";
import { resolveSubject } from "./resolve-subject";
import { SubjectReads } from "./subject-reads";
import { SubjectTable } from "./subject-table";
import { SubjectWatch } from "./watch-subjects";

/** What is in sight is looked at again after this, whether or not anything told of it. Milliseconds. */
const LOOK_AGAIN_MS = 1_000;

/** Why a subject is asked about: time alone has passed, or something of what was read is another. */
type Cause = "due" | "told";

/**
 * All findings of a fleet as a scope sees it, kept up to date: what changed is asked about again, and whatever read it. Once settled, they are what
 * asking every rule about every subject would give.
 */
export class ScopedFindings {
  readonly store = new FindingStore();
  readonly subjects = new SubjectTable();
  /** What was read of each entry, and of each other subject, when it was asked about last. */
  readonly entryReads = new SubjectReads();
  readonly reads = new SubjectReads();
  readonly clusters: ReadonlyMap<string, ClusterFindings>;
  readonly entries: DerivedValues<SubjectFindings, Cause>;
  readonly others: DerivedValues<SubjectFindings, Cause>;
  readonly later: Later;
  readonly #answers = new Map<number, Map<AnyRule, KeptAnswer>>();
  /** What is another of a subject since it was asked about last. */
  readonly #turned = new Map<number, number>();
  readonly #byKind: ReadonlyMap<SubjectRef["kind"], readonly AnyRule[]>;
  readonly #watch: SubjectWatch;
  #onWork: () => void = () => undefined;
  /** May another source be in sight than before? Nobody tells that by itself. */
  #mayHaveTurned = true;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** True after a change of the visible sources, until they are compared with the ones before. */
  #isVisibilityDue = false;

  constructor(
    readonly fleet: FleetReader,
    readonly scope: Scope,
    readonly rules: readonly AnyRule[] = RULES,
  ) {
    this.#byKind = new Map(RULE_SUBJECT_KINDS.map((kind) => [kind, rules.filter(({ subject }) => subject === kind)]));
    const seen = fleet.clusters.filter((cluster) => scope.clusters.has(cluster));
    this.clusters = new Map(seen.map((cluster) => [cluster, new ClusterFindings(fleet, scope, cluster)]));
    this.entries = new DerivedValues<SubjectFindings, Cause>(
      { evaluate: (key, at, cause) => this.#askEntry(key as EntryRef, at, cause), isSame: isSameFound },
      "due",
    );
    this.others = new DerivedValues<SubjectFindings, Cause>({ evaluate: (key, at) => this.#askOther(key, at), isSame: isSameFound }, "due");
    for (const layer of [this.entries, this.others]) layer.hook((_key, before, after, at) => this.store.turn(before, after, at));
    this.later = new Later(this);
    this.#watch = new SubjectWatch(this);
  }

  /** When there is something to evaluate: 0 = at once; null = never, unless something changes. */
  get next(): number | null {
    if (!this.#watch.hasAll || this.#isVisibilityDue) return 0;
    const moments = [this.entries.evaluations.next, this.others.evaluations.next, this.later.next].filter((at) => at !== null);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  /** Hears whenever there may be something to evaluate sooner than before. */
  hook(onWork: () => void): void {
    this.#onWork = onWork;
    this.later.hook(onWork);
    for (const { evaluations } of [this.entries, this.others]) evaluations.hook(onWork);
  }

  /** Evaluates for as long as it may; true once nothing is left that is to be evaluated by now. */
  run(now: number, mayGoOn?: () => boolean): boolean {
    if (!this.#watch.takeAll(mayGoOn)) return false;
    this.lookAround(now);
    this.later.flush(now);
    const isDone = this.entries.evaluations.run(now, mayGoOn);
    return this.others.evaluations.run(now, mayGoOn) && isDone;
  }

  /** Evaluates all that waits, also what may wait a while. */
  settle(now: number): void {
    this.#mayHaveTurned = true;
    while (this.next !== null && (this.next <= now || this.later.next !== null)) {
      this.run(now);
      this.later.flush(Number.POSITIVE_INFINITY);
    }
    this.run(now);
  }

  /** Some of what is in sight may be another. */
  mayHaveTurned(): void {
    this.#mayHaveTurned = true;
  }

  /** The fleet has other visible sources. The next run compares them, even if nothing else is due. */
  visibilityChanged(): void {
    this.#mayHaveTurned = true;
    this.#isVisibilityDue = true;
    this.woken();
  }

  /** There is something to look at. */
  woken(): void {
    this.#onWork();
  }

  close(): void {
    this.#watch.close();
  }

  /** A subject that is no entry came, or what is meant by these bits is another of it. */
  put(subject: SubjectRef, bits = READ_ALL): void {
    if (!this.asks(subject.kind)) return;
    const number = this.subjects.find(subject);
    if (number !== null) this.affect(number, bits, this.fleet.now());
    else this.others.evaluations.affect(this.subjects.numberOf(subject), this.fleet.now(), "told");
  }

  /** Is any rule about such subjects? */
  asks(kind: SubjectRef["kind"]): boolean {
    return this.#byKind.get(kind)?.length !== 0;
  }

  /** Something of an entry is another, or it came or went. */
  affectEntry(ref: EntryRef): void {
    if (this.asks("entry")) this.entries.evaluations.affect(ref, this.fleet.now(), "told");
  }

  /** What is meant by these bits is another of a subject, if it is there. */
  affectSubject(subject: SubjectRef, bits: number): void {
    const number = this.subjects.find(subject);
    if (number !== null) this.affect(number, bits, this.fleet.now());
  }

  /** The same of a subject by its number. */
  affect(number: number, bits: number, at: number): void {
    if (this.subjects.at(number) === null || (this.reads.of(number) & bits) === 0) return;
    // One that waits for its first question is asked everything.
    if (this.others.get(number) !== null) this.#turned.set(number, (this.#turned.get(number) ?? 0) | bits);
    this.others.evaluations.affect(number, at, "told");
  }

  /** Marks what a source that became visible or denied may change. Evaluates nothing. `now` in milliseconds. */
  lookAround(now: number): void {
    this.#watch.recheck();
    if (!this.#mayHaveTurned && now - this.#lookedAt < LOOK_AGAIN_MS) return;
    this.#mayHaveTurned = false;
    this.#isVisibilityDue = false;
    this.#lookedAt = now;
    for (const cluster of this.clusters.values()) if (cluster.hasTurned()) this.later.everything(cluster);
  }

  #askEntry(ref: EntryRef, at: number, cause: Cause): Dated<SubjectFindings> | null {
    if (!this.fleet.isThere(ref)) return null;
    const { cluster, namespace } = this.fleet.identityOf(ref);
    const here = this.clusters.get(cluster);
    if (here === undefined || !here.seesEntries(namespace)) return null;
    const entry = this.fleet.entry(ref);
    const before = cause === "due" ? this.entries.get(ref) : null;
    const { found, reads } = askEntry(here, this.#byKind.get("entry") ?? [], { ref, entry }, at, before);
    this.entryReads.set(ref, before === null ? reads : reads | this.entryReads.of(ref));
    return found;
  }

  #askOther(number: number, at: number): Dated<SubjectFindings> | null {
    const ref = this.subjects.at(number);
    const here = ref === null ? undefined : this.clusters.get(ref.cluster);
    const subject = ref === null || here === undefined ? null : resolveSubject(here, ref);
    const turned = this.#turned.get(number) ?? READ_ALL;
    this.#turned.delete(number);
    if (ref === null || here === undefined || subject === null) {
      this.#answers.delete(number);
      this.reads.set(number, READ_ALL);
      this.subjects.drop(number);
      return null;
    }
    const before = this.#answers.get(number);
    const world = new FleetFindingsWorld(here, ref, at);
    const answers = new Map<AnyRule, KeptAnswer>();
    let all: number = READ.own;
    for (const rule of this.#byKind.get(ref.kind) ?? []) {
      if (here.gates.missing(rule, ref.namespace).length > 0) continue;
      const known = before?.get(rule);
      const holds = known !== undefined && (known.reads & turned) === 0 && (known.answer.due === null || known.answer.due > at);
      const kept = holds ? known : this.#ask(rule, ref, subject, { here, world });
      answers.set(rule, kept);
      all |= kept.reads;
    }
    this.#answers.set(number, answers);
    this.reads.set(number, all);
    return together(Array.from(answers, ([rule, { answer }]) => [rule, answer]));
  }

  #ask(
    rule: AnyRule,
    ref: SubjectRef,
    subject: RuleSubjects[keyof RuleSubjects],
    { here, world }: { here: ClusterFindings; world: FleetFindingsWorld },
  ): KeptAnswer {
    here.noticed.bits = READ.own;
    return { answer: askRule(rule, ref, subject, world), reads: here.noticed.bits };
  }
}

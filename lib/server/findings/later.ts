import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { ClusterFindings } from "./cluster-findings";
import { READ, READ_ALL } from "./reads";
import type { ScopedFindings } from "./scoped-findings";

/** What concerns very many is evaluated this often at most, however often it changes. Milliseconds. */
const LATER_MS = 1_000;

interface Waiting {
  readonly cluster: ClusterFindings;
  /** Null = all of the cluster. */
  readonly namespace: string | null;
  bits: number;
  /** What of it concerns entries too. */
  ofEntries: number;
}

/** Changes that concern every subject of a cluster or a namespace that reads such a thing: gathered for a while, and then told at once. */
export class Later {
  readonly #waiting = new Map<string, Waiting>();
  readonly #walks = new Map<string, number>();
  #at: number | null = null;
  #onWork: () => void = () => undefined;

  constructor(private readonly findings: ScopedFindings) {}

  /** When the next changes are told; null = there are none. */
  get next(): number | null {
    return this.#at;
  }

  hook(onWork: () => void): void {
    this.#onWork = onWork;
  }

  /** Something is another that any subject of a cluster, or of one of its namespaces, may have read; `ofEntries`: of these, what concerns entries too. */
  tell(cluster: ClusterFindings, namespace: string | null, bits: number, ofEntries = bits): void {
    if (!this.findings.entryReads.any(ofEntries) && !this.findings.reads.any(bits)) return;
    const key = `${cluster.cluster}\n${namespace ?? ""}`;
    const waiting = this.#waiting.get(key) ?? { cluster, namespace, bits: 0, ofEntries: 0 };
    this.#waiting.set(key, waiting);
    waiting.bits |= bits;
    waiting.ofEntries |= ofEntries;
    this.#at ??= this.findings.fleet.now() + LATER_MS;
    this.#onWork();
  }

  /** Everything of a cluster is to be asked about again, at once. */
  everything(cluster: ClusterFindings): void {
    this.#begin({ cluster, namespace: null, bits: READ_ALL, ofEntries: READ_ALL }, this.findings.fleet.now());
  }

  /** Tells what was gathered, where its time has come. */
  flush(now: number): void {
    if (this.#at === null || this.#at > now) return;
    this.#at = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const at = this.findings.fleet.now();
    for (const one of waiting) this.#begin(one, at);
  }

  #begin(waiting: Waiting, at: number): void {
    const { cluster, namespace } = waiting;
    const { subjects, reads, entryReads } = this.findings;
    const same = waiting.bits !== READ_ALL && (waiting.bits & READ.namesInUse) !== 0 && !cluster.usage.namesTurned() ? READ.namesInUse : 0;
    const [bits, ofEntries] = [waiting.bits & ~same, waiting.ofEntries & ~same];
    if (bits === READ_ALL || reads.any(bits)) {
      for (const number of subjects.inCluster(cluster.cluster)) {
        const isHere = namespace === null || subjects.at(number)?.namespace === namespace || subjects.at(number)?.namespace === "";
        if (isHere) this.findings.affect(number, bits, at);
      }
    }
    if (ofEntries === READ_ALL || entryReads.any(ofEntries)) this.#walkEntries(cluster, namespace, ofEntries, at);
  }

  /** Of changes of one place that wait, all count. */
  #walkEntries({ cluster }: ClusterFindings, namespace: string | null, bits: number, at: number): void {
    if (!this.findings.asks("entry")) return;
    const source = `${cluster}\n${namespace ?? ""}`;
    this.#walks.set(source, (this.#walks.get(source) ?? 0) | bits);
    const take = () => {
      const all = this.#walks.get(source) ?? bits;
      this.#walks.delete(source);
      const has = (entry: number) => (this.findings.entryReads.of(entry) & all) !== 0;
      return { cause: "told" as const, keys: this.#entriesThatRead(cluster, namespace, has), has, settled: () => undefined };
    };
    this.findings.entries.evaluations.change({ source, take }, at);
  }

  *#entriesThatRead(cluster: string, namespace: string | null, isReader: (entry: number) => boolean): Generator<number, undefined> {
    const { fleet } = this.findings;
    for (const entry of namespace === null ? fleet.entries() : membersIn(fleet, cluster, namespace))
      if (isReader(entry) && fleet.groupOf(entry).place.cluster === cluster) yield entry;
  }
}

function* membersIn(fleet: ScopedFindings["fleet"], cluster: string, namespace: string): Generator<EntryRef, undefined> {
  for (const group of [...fleet.groupsIn(cluster, namespace)]) yield* fleet.members(group);
}

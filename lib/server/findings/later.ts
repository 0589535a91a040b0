import type { ClusterFindings } from "./cluster-findings";
import type { SubjectRef } from "./finding";
import { READ_ALL } from "./reads";
import type { ScopedFindings } from "./scoped-findings";

/** What concerns very many is evaluated this often at most, however often it changes. Milliseconds. */
const LATER_MS = 1_000;

const KINDS: readonly Exclude<SubjectRef["kind"], "entry">[] = ["group", "host", "network", "place", "replica", "mesh"];

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
    if (!this.#isRead(bits, ofEntries)) return;
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

  #isRead(bits: number, ofEntries: number): boolean {
    const { reads } = this.findings;
    return (reads.ofKind("entry") & ofEntries) !== 0 || KINDS.some((kind) => (reads.ofKind(kind) & bits) !== 0);
  }

  #begin({ cluster, namespace, bits, ofEntries }: Waiting, at: number): void {
    const { subjects } = this.findings;
    for (const kind of KINDS) {
      if ((this.findings.reads.ofKind(kind) & bits) === 0) continue;
      for (const number of [...subjects.of(cluster.cluster, kind)]) {
        const isHere = namespace === null || subjects.at(number)?.namespace === namespace || subjects.at(number)?.namespace === "";
        if (isHere) this.findings.affect(number, bits, at);
      }
    }
    if ((this.findings.reads.ofKind("entry") & ofEntries) !== 0) this.#walkEntries(cluster, namespace, at);
  }

  #walkEntries({ cluster }: ClusterFindings, namespace: string | null, at: number): void {
    const { fleet, entries } = this.findings;
    const isHere = (place: { readonly cluster: string; readonly namespace: string }) =>
      place.cluster === cluster && (namespace === null || place.namespace === namespace);
    entries.evaluations.change(
      {
        source: `${cluster}\n${namespace ?? ""}`,
        take: () => ({
          cause: null,
          keys: namespace === null ? inCluster(fleet, isHere) : [...fleet.groupsIn(cluster, namespace)].flatMap((group) => [...fleet.members(group)]),
          has: () => true,
          settled: () => undefined,
        }),
      },
      at,
    );
  }
}

function inCluster(fleet: ScopedFindings["fleet"], isHere: (place: { readonly cluster: string; readonly namespace: string }) => boolean): number[] {
  return [...fleet.entries()].filter((entry) => isHere(fleet.groupOf(entry).place));
}

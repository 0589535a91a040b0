import { isDeepStrictEqual } from "node:util";
import { type AnyRule, type Finding, objectKey, type SubjectFindings } from "./finding";

/** Hears of findings that came, and of those that went, and where neither: that something else is said of them. */
export type FindingHook = (appeared: readonly Finding[], gone: readonly Finding[], at: number) => void;

const NONE: readonly Finding[] = [];

/** All findings of a scope, by their names, objects and rules. */
export class FindingStore {
  readonly #byId = new Map<string, Finding>();
  readonly #byObject = new Map<string, Set<Finding>>();
  readonly #byRule = new Map<AnyRule, Set<Finding>>();
  /** How many subjects a rule could not tell about for lack of some sources. */
  readonly #untold = new Map<AnyRule, Map<string, number>>();
  readonly #hooks = new Set<FindingHook>();
  /** Moves with every change. */
  version = 0;

  get size(): number {
    return this.#byId.size;
  }

  all(): Iterable<Finding> {
    return this.#byId.values();
  }

  get(id: string): Finding | null {
    return this.#byId.get(id) ?? null;
  }

  /** The findings that name an object. */
  about(cluster: string, kind: string, namespace: string, name: string): Iterable<Finding> {
    return this.#byObject.get(objectKey(cluster, { kind, namespace, name })) ?? NONE;
  }

  ofRule(rule: AnyRule): Iterable<Finding> {
    return this.#byRule.get(rule) ?? NONE;
  }

  countOf(rule: AnyRule): number {
    return this.#byRule.get(rule)?.size ?? 0;
  }

  /** About how many subjects a rule cannot tell, by the sources that it lacks (with commas). */
  untoldOf(rule: AnyRule): ReadonlyMap<string, number> {
    return this.#untold.get(rule) ?? new Map();
  }

  hook(hook: FindingHook): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  /** What was found about a subject is another now. */
  turn(before: SubjectFindings | null, after: SubjectFindings | null, at: number): void {
    this.version++;
    const [was, is] = [before?.findings ?? NONE, after?.findings ?? NONE];
    for (const finding of was) this.#remove(finding);
    for (const finding of is) this.#put(finding);
    this.#count(before, -1);
    this.#count(after, 1);
    const ids = (findings: readonly Finding[]) => new Set(findings.map(({ id }) => id));
    const [wasIds, isIds] = [ids(was), ids(is)];
    const appeared = is.filter(({ id }) => !wasIds.has(id));
    const gone = was.filter(({ id }) => !isIds.has(id));
    for (const hook of this.#hooks) hook(appeared, gone, at);
  }

  #put(finding: Finding): void {
    this.#remove(finding);
    this.#byId.set(finding.id, finding);
    for (const key of keysOf(finding)) this.#byObject.set(key, (this.#byObject.get(key) ?? new Set<Finding>()).add(finding));
    const ofRule = this.#byRule.get(finding.rule) ?? new Set<Finding>();
    this.#byRule.set(finding.rule, ofRule.add(finding));
  }

  /** By its name: who was asked again and said the same gave an equal finding, which is not the one that is kept. */
  #remove({ id }: Finding): void {
    const kept = this.#byId.get(id);
    if (kept === undefined) return;
    this.#byId.delete(id);
    for (const key of keysOf(kept)) {
      const about = this.#byObject.get(key);
      about?.delete(kept);
      if (about?.size === 0) this.#byObject.delete(key);
    }
    this.#byRule.get(kept.rule)?.delete(kept);
  }

  #count(value: SubjectFindings | null, by: 1 | -1): void {
    for (const { rule, sources } of value?.untold ?? []) {
      const counts = this.#untold.get(rule) ?? new Map<string, number>();
      const key = sources.join(",");
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
      this.#untold.set(rule, counts);
    }
  }
}

/** Of an object that a finding names twice it is kept once. */
function keysOf({ subject, detected }: Finding): ReadonlySet<string> {
  return new Set(detected.objects.map((object) => objectKey(subject.cluster, object)));
}

/** Is the same said of a subject? */
export function isSameFound(a: SubjectFindings, b: SubjectFindings): boolean {
  if (a === b) return true;
  if (a.findings.length !== b.findings.length || a.untold.length !== b.untold.length) return false;
  const isSame = a.findings.every(({ id, detected, mute }, at) => {
    const other = b.findings[at];
    return id === other?.id && isDeepStrictEqual(detected, other.detected) && isDeepStrictEqual(mute, other.mute);
  });
  return isSame && a.untold.every(({ rule, sources }, at) => rule === b.untold[at]?.rule && isDeepStrictEqual(sources, b.untold[at].sources));
}

import type { SubjectRef } from "./finding";

/** Numbers for subjects that are no entries, and their names. */
export class SubjectTable {
  readonly #numbers = new Map<string, number>();
  readonly #subjects: (SubjectRef | null)[] = [];
  readonly #free: number[] = [];

  /** The number of a subject, which it is given with the first question. */
  numberOf(subject: SubjectRef): number {
    const id = idOf(subject);
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#free.pop() ?? this.#subjects.length;
    this.#numbers.set(id, number);
    this.#subjects[number] = subject;
    return number;
  }

  /** The number of a subject, or null where it has none. */
  find(subject: SubjectRef): number | null {
    return this.#numbers.get(idOf(subject)) ?? null;
  }

  at(number: number): SubjectRef | null {
    return this.#subjects[number] ?? null;
  }

  /** A subject is gone: its number may be another's. */
  drop(number: number): void {
    const subject = this.at(number);
    if (subject === null) return;
    this.#numbers.delete(idOf(subject));
    this.#subjects[number] = null;
    this.#free.push(number);
  }

  /** All subjects of a cluster, as they are now. */
  inCluster(cluster: string): readonly number[] {
    return this.#subjects.flatMap((subject, number) => (subject?.cluster === cluster ? [number] : []));
  }

  *of(cluster: string, kind: SubjectRef["kind"]): Generator<number, undefined> {
    for (const [number, subject] of this.#subjects.entries()) if (subject?.cluster === cluster && subject.kind === kind) yield number;
  }
}

function idOf({ kind, cluster, namespace, key }: SubjectRef): string {
  return `${kind}\n${cluster}\n${namespace}\n${key}`;
}

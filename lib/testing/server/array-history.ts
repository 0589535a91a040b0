import { currentFormatsOf } from "@/lib/domain/history/stored-format";
import type { Transition } from "@/lib/domain/history/transition";
import type {
  GaugeKey,
  HistoryRecord,
  HistoryStatus,
  HistoryWriter,
  RecordedLevels,
  RecordedVersion,
  SeriesKey,
  SubjectKey,
} from "@/lib/server/history/history-record";
import type { OpenVersion, OpenVersionReader } from "@/lib/server/history/open-versions";
import { numberIn, settleSubject, storedKind, subjectRecord } from "@/lib/server/history/settle-versions";
import { transitionsAfter } from "@/lib/server/history/write-transitions";

/** A version as it is kept; `to` null = still. */
export interface KeptVersion extends RecordedVersion {
  readonly series: SeriesKey | null;
  to: number | null;
  confirmedAt: number | null;
}

export interface KeptSubject {
  readonly subject: SubjectKey;
  readonly versions: KeptVersion[];
}

export type KeptTransition = Transition & { readonly subject: SubjectKey; readonly versionKey: string };
export type KeptWindow = Extract<HistoryRecord, { kind: "window" }>;

/** A history in arrays, for tests: it takes everything at once, by the rules of the tables, and can be paused. */
export class ArrayHistory implements HistoryWriter, OpenVersionReader {
  readonly subjects = new Map<string, KeptSubject>();
  readonly transitions: KeptTransition[] = [];
  readonly windows = new Map<string, KeptWindow>();
  readonly levels: { readonly series: SeriesKey; readonly levels: RecordedLevels }[] = [];
  readonly gauges: Extract<HistoryRecord, { kind: "gauge" }>[] = [];
  readonly findings: Extract<HistoryRecord, { kind: "finding" }>[] = [];
  readonly #listeners = new Set<(status: HistoryStatus) => void>();
  #status: HistoryStatus = { kind: "recording", since: 0, notice: "" };

  constructor(readonly recorderToken = "a") {}

  append(records: readonly HistoryRecord[]): boolean {
    if (this.#status.kind !== "recording") return false;
    for (const record of records) this.#keep(record);
    return true;
  }

  status(): HistoryStatus {
    return this.#status;
  }

  onStatus(listener: (status: HistoryStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  turn(status: HistoryStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }

  async *openVersions(cluster: string, kind: SubjectKey["kind"], namespace: string): AsyncIterable<readonly OpenVersion[]> {
    const found: OpenVersion[] = [];
    for (const { subject, versions } of this.subjects.values()) {
      if (subject.cluster !== cluster || subject.kind !== kind || (namespace !== "*" && subject.namespace !== namespace)) continue;
      const open = versions.find((version) => version.to === null);
      if (open === undefined) continue;
      const { shape: shapeFormat, moving: movingFormat } = currentFormatsOf(storedKind(kind));
      // As a database would have it: only what JSON keeps.
      found.push({
        ...open,
        since: open.since ?? null,
        subject,
        validFrom: open.at,
        body: JSON.stringify(open.shape),
        moving: JSON.stringify(open.moving),
        shapeFormat,
        movingFormat,
      });
    }
    yield found;
  }

  openGauges(cluster: string, watched: string, namespace: string): Promise<readonly GaugeKey[]> {
    const latest = new Map(this.gauges.map((record) => [JSON.stringify(record.gauge), record]));
    const open = [...latest.values()].filter(({ gauge, values }) => values !== null && gauge.cluster === cluster && gauge.source === watched);
    return Promise.resolve(open.map(({ gauge }) => gauge).filter((gauge) => namespace === "*" || gauge.namespace === namespace));
  }

  lastSeen(cluster: string, watched: string, namespace: string): Promise<number | null> {
    const ends = [...this.windows.values()].filter((one) => one.cluster === cluster && one.watched === watched && covers(one, namespace)).map(({ to }) => to);
    return Promise.resolve(ends.length === 0 ? null : Math.max(...ends));
  }

  othersSeen(): Promise<null> {
    return Promise.resolve(null);
  }

  /** The versions of one subject, oldest first. */
  versionsOf(kind: SubjectKey["kind"], uid: string): readonly KeptVersion[] {
    return [...this.subjects.values()].find(({ subject }) => subject.kind === kind && subject.uid === uid)?.versions ?? [];
  }

  #keep(record: HistoryRecord): void {
    if (record.kind === "window") return void this.windows.set([record.cluster, record.watched, record.namespace, record.from].join("\n"), record);
    if (record.kind === "gauge") return void this.gauges.push(record);
    if (record.kind === "finding") return void this.findings.push(record);
    if (record.kind === "levels") return void this.levels.push(record);
    if (record.kind === "happened") return this.#tell(record.subject, record.versionKey, record.transitions);
    const { versions } = this.#of(record.subject);
    const open = versions.find((version) => version.to === null);
    const held = versions.map(({ versionKey: key, at: from, to }) => [key, { key, from, to }] as const);
    const newest = open ?? versions.at(-1);
    const now = newest === undefined ? null : { key: newest.versionKey, from: newest.at, to: newest.to, number: numberIn(newest.moving), state: newest.state };
    const settled = settleSubject([subjectRecord(record, 0)], now, new Map(held));
    if (open !== undefined) Object.assign(open, { to: settled.open?.to ?? null, confirmedAt: settled.open?.confirmedAt ?? open.confirmedAt });
    if (record.kind === "confirmed") return;
    for (const { key, from, isLate } of settled.inserts) if (record.kind === "version") fitIn(versions, record, key, from, isLate);
    for (const { key, after } of settled.news) this.#tell(record.subject, key, transitionsAfter(record.transitions, after));
  }

  #of(subject: SubjectKey): KeptSubject {
    const key = [subject.cluster, subject.kind, subject.uid].join("\n");
    const known = this.subjects.get(key) ?? { subject, versions: [] };
    this.subjects.set(key, known);
    return known;
  }

  #tell(subject: SubjectKey, versionKey: string, transitions: readonly Transition[]): void {
    for (const transition of transitions) this.transitions.push({ ...transition, subject, versionKey });
  }
}

function covers({ namespace }: KeptWindow, asked: string): boolean {
  return namespace === "*" || namespace === asked;
}

/** What came late is over where the next version begins, and what came before it is over where it begins. */
function fitIn(
  versions: KeptVersion[],
  { version, series }: Extract<HistoryRecord, { kind: "version" }>,
  versionKey: string,
  at: number,
  isLate: boolean,
): void {
  const place = versions.findIndex((one) => isLate && one.at > at);
  const kept: KeptVersion = { ...version, versionKey, at, series, to: versions[place]?.at ?? null, confirmedAt: null };
  const before = versions[place - 1];
  if (before !== undefined) before.to = at;
  versions.splice(place < 0 ? versions.length : place, 0, kept);
}

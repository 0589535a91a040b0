import { randomUUID } from "node:crypto";
import type { Clock } from "@/lib/server/clock";
import { type ReadFailure, readFailure } from "./failure";
import type { HistoryRecord, HistoryStatus, HistoryWriter } from "./history-record";
import { KnownIds } from "./known-ids";
import type { HistoryDatabase } from "./open-database";
import { failureOf } from "./patience";
import { RecordQueue } from "./record-queue";
import { SetAside } from "./set-aside";
import { Sleeper } from "./sleeper";
import { StatusBoard } from "./status-board";
import { type RefusedRecord, writeApart } from "./write-apart";
import { writeBatch } from "./write-batch";
import { beginRecorder, endRecorder, endWindows, tryWrite } from "./write-recorder";
import { WRITER_SETTINGS, type WriterSettings } from "./writer-settings";

/** A writer that can be told to end: everything appended is written, or given up where it cannot be. */
export interface EndingWriter extends HistoryWriter {
  stop(): Promise<void>;
}

/** Starts writing to a database that is not prepared yet; until it is, the status is "starting" and nothing is taken. */
export function createHistoryWriter(database: HistoryDatabase, clock: Clock, settings: Partial<WriterSettings> = {}): EndingWriter {
  return new QueueWriter(database, clock, { ...WRITER_SETTINGS, ...settings });
}

class QueueWriter implements EndingWriter {
  readonly recorderToken: string;
  private readonly board = new StatusBoard();
  private readonly ids = new KnownIds();
  private readonly setAside = new SetAside();
  private readonly queue: RecordQueue;
  private readonly sleeper: Sleeper;
  /** The sleep between tries, which new records do not cut short. */
  private readonly nap: Sleeper;
  private readonly ended: Promise<void>;
  private recorderId = 0;
  /** Since when the oldest record waits. */
  private waitingSince = 0;
  private isPrepared = false;
  private isWriting = false;
  private isStopping = false;
  /** Failures in a row, each of which doubles the wait before the next try. */
  private failures = 0;
  /** Why the history paused, until it goes on. */
  private pausedBecause = "";
  private recordingFrom = 0;
  private checkAt = 0;
  private flushes: (() => void)[] = [];
  private tidyAt: number;

  constructor(
    private readonly database: HistoryDatabase,
    private readonly clock: Clock,
    private readonly settings: WriterSettings,
  ) {
    this.recorderToken = settings.token ?? randomUUID();
    this.queue = new RecordQueue(settings.limits);
    this.sleeper = new Sleeper(clock);
    this.nap = new Sleeper(clock);
    this.tidyAt = clock.monotonic() + settings.gatherMs;
    this.ended = this.run();
  }

  status(): HistoryStatus {
    return this.board.status();
  }

  onStatus(listener: (status: HistoryStatus) => void): () => void {
    return this.board.onStatus(listener);
  }

  append(records: readonly HistoryRecord[]): boolean {
    if (!this.isRecording() || this.isStopping) return false;
    if (records.length === 0) return true;
    const wasEmpty = this.queue.length === 0;
    if (!this.queue.add(records)) {
      this.pause("more happens than can be written");
      return false;
    }
    if (wasEmpty) this.waitingSince = this.clock.monotonic();
    if (wasEmpty || this.queue.length >= this.settings.batchRecords) this.sleeper.wake();
    return true;
  }

  flush(): Promise<void> {
    if (this.isDone()) return Promise.resolve();
    return new Promise((resolve) => {
      this.flushes.push(resolve);
      this.sleeper.wake();
    });
  }

  async stop(): Promise<void> {
    await this.flush();
    this.isStopping = true;
    this.nap.wake();
    this.sleeper.wake();
    await this.ended;
  }

  private isRecording(): boolean {
    return this.board.status().kind === "recording";
  }

  private isDone(): boolean {
    return !this.isRecording() || (this.queue.length === 0 && !this.isWriting);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      if (!this.isRecording()) await this.begin();
      else if (this.clock.monotonic() >= this.checkAt) await this.check();
      // Also where records never cease to come: what is too old would stay otherwise, and the file grow.
      else if (this.settings.tidy !== null && this.clock.monotonic() >= this.tidyAt) await this.tidy(this.settings.tidy);
      else if (this.queue.length > 0) await this.gatherAndWrite();
      else await this.sleeper.sleep(Math.min(this.checkAt, this.settings.tidy === null ? this.checkAt : this.tidyAt) - this.clock.monotonic());
      if (this.isDone()) for (const resolve of this.flushes.splice(0)) resolve();
    }
    if (this.isRecording()) await this.succeeds(() => endRecorder(this.database, this.recorderId, this.clock.now()));
  }

  /** Prepares the database where that is needed, and records once a trial went well. Whatever failed before, it waits first. */
  private async begin(): Promise<void> {
    if (this.failures > 0) await this.nap.sleep(this.backoffMs());
    if (this.isStopping) return;
    try {
      // Also where the disk was full: a folder that was deleted to make room is made room only once its file is let go.
      const isOpen = this.isPrepared && (await this.failureOf(() => this.database.check())) === null;
      if (!isOpen) this.ids.forget();
      const notice = isOpen ? "" : await this.database.prepare();
      this.isPrepared = true;
      this.recorderId = await beginRecorder(this.database, this.recorderToken, this.clock.now());
      await tryWrite(this.database, this.recorderToken);
      if (this.pausedBecause !== "") await endWindows(this.database, this.recorderId, { code: "paused", text: this.pausedBecause });
      this.pausedBecause = "";
      this.recordingFrom = this.clock.monotonic();
      this.checkAt = this.recordingFrom + this.settings.checkMs;
      this.board.recording(this.clock.now(), notice);
    } catch (thrown) {
      const { remedy, reason } = readFailure(thrown);
      if (remedy === "reopen") this.isPrepared = false;
      this.board.waiting(reason);
      this.failures++;
    }
  }

  private backoffMs(): number {
    const { first, most } = this.settings.backoffMs;
    return Math.min(most, first * 2 ** Math.min(this.failures - 1, 20));
  }

  private async gatherAndWrite(): Promise<void> {
    const gatherMs = this.waitingSince + this.settings.gatherMs - this.clock.monotonic();
    const isDue = this.queue.length >= this.settings.batchRecords || this.flushes.length > 0 || gatherMs <= 0;
    if (!isDue) return this.sleeper.sleep(gatherMs);
    const batch = this.queue.take(this.settings.batchRecords);
    this.waitingSince = this.clock.monotonic();
    this.isWriting = true;
    await this.writeOrSetAside(this.setAside.admitted(batch, this.clock.monotonic()));
    this.isWriting = false;
  }

  private async writeOrSetAside(batch: readonly HistoryRecord[]): Promise<void> {
    const { failure, refused } = await writeApart(batch, (part) => this.failureOf(() => this.write(part)));
    if (failure !== null) return this.giveUp(failure);
    for (const end of endsOf(refused, batch)) await this.failureOf(() => this.write([end]));
    this.setAside.settle(batch, refused, this.clock.monotonic());
    this.board.leavesOut(this.setAside.notice());
    // A history that goes on for a moment only, again and again, waits longer and longer.
    if (this.clock.monotonic() - this.recordingFrom >= 4 * this.backoffMs()) this.failures = 0;
  }

  private write(batch: readonly HistoryRecord[]): Promise<void> {
    return writeBatch(this.database.write, { engine: this.database.engine, ids: this.ids, recorderId: this.recorderId }, batch);
  }

  /** The same for what is no record; false where the history paused. */
  private async succeeds(work: () => Promise<void>): Promise<boolean> {
    const failure = await this.failureOf(work);
    if (failure !== null) this.giveUp(failure);
    return failure === null;
  }

  private giveUp({ remedy, reason }: ReadFailure): void {
    if (remedy === "reopen") this.isPrepared = false;
    this.pause(reason);
  }

  private failureOf(work: () => Promise<void>): Promise<ReadFailure | null> {
    const { clock, nap, settings, ids } = this;
    // What is known of rows may be what is wrong, and it is soon learned again.
    return failureOf(work, { clock, nap, settings, isStopping: () => this.isStopping, failed: () => ids.forget() });
  }

  /** What waits is dropped: the recorder compares anew once the history goes on, and a gap is drawn. */
  private pause(reason: string): void {
    this.queue.clear();
    this.failures++;
    if (this.pausedBecause === "") this.pausedBecause = reason;
    this.board.paused(this.clock.now(), reason);
    this.sleeper.wake();
  }

  /** Sees that the database is still the one that was opened. */
  private async check(): Promise<void> {
    await this.succeeds(() => this.database.check());
    this.checkAt = this.clock.monotonic() + this.settings.checkMs;
  }

  private async tidy(tidy: NonNullable<WriterSettings["tidy"]>): Promise<void> {
    let nextMs = this.settings.backoffMs.most;
    await this.succeeds(async () => {
      nextMs = await tidy(this.database, this.clock.now());
    });
    this.tidyAt = this.clock.monotonic() + nextMs;
  }
}

/** Where the last version of a subject is refused, the one before it would go on holding, which it no longer does: it ends. */
function endsOf(refused: readonly RefusedRecord[], batch: readonly HistoryRecord[]): HistoryRecord[] {
  return refused.flatMap(({ record }) => {
    if (record.kind !== "version" || batch.findLast((other) => other.kind === "version" && other.subject.uid === record.subject.uid) !== record) return [];
    const { subject, version } = record;
    return [{ kind: "ended", subject, series: null, moment: { at: version.at, notBefore: version.notBefore }, transitions: [] } as const];
  });
}

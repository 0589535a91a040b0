import { randomBytes } from "node:crypto";
import type { Clock } from "@/lib/server/clock";
import { readFailure } from "./failure";
import type { HistoryRecord, HistoryStatus, HistoryWriter } from "./history-record";
import { KnownIds } from "./known-ids";
import type { HistoryDatabase } from "./open-database";
import { RecordQueue } from "./record-queue";
import { Sleeper } from "./sleeper";
import { StatusBoard } from "./status-board";
import { writeBatch } from "./write-batch";
import { beginRecorder, endRecorder, tryWrite } from "./write-recorder";
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
  readonly recorderToken = randomBytes(12).toString("base64url");
  private readonly board = new StatusBoard();
  private readonly ids = new KnownIds();
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
  /** Failures in a row, each of which doubles the wait. */
  private failures = 0;
  private flushes: (() => void)[] = [];
  private tidyAt: number;

  constructor(
    private readonly database: HistoryDatabase,
    private readonly clock: Clock,
    private readonly settings: WriterSettings,
  ) {
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
      else if (this.queue.length > 0) await this.gatherAndWrite();
      else await this.tidyOrSleep();
      if (this.isDone()) for (const resolve of this.flushes.splice(0)) resolve();
    }
    if (this.isRecording()) await this.succeeds(() => endRecorder(this.database, this.recorderId, this.clock.now()));
  }

  /** Prepares the database where that is needed, and records once a trial went well; else waits a while. */
  private async begin(): Promise<void> {
    try {
      const notice = this.isPrepared ? "" : await this.database.prepare();
      if (!this.isPrepared) this.ids.forget();
      this.isPrepared = true;
      this.recorderId = await beginRecorder(this.database, this.recorderToken, this.clock.now());
      await tryWrite(this.database, this.recorderToken);
      this.board.recording(this.clock.now(), notice);
    } catch (thrown) {
      const { remedy, reason } = readFailure(thrown);
      if (remedy === "reopen") this.isPrepared = false;
      this.board.waiting(reason);
      this.failures++;
      await this.nap.sleep(this.backoffMs());
    }
  }

  private backoffMs(): number {
    const { first, most } = this.settings.backoffMs;
    return Math.min(most, first * 2 ** Math.min(this.failures, 20));
  }

  private async gatherAndWrite(): Promise<void> {
    const gatherMs = this.waitingSince + this.settings.gatherMs - this.clock.monotonic();
    const isDue = this.queue.length >= this.settings.batchRecords || this.flushes.length > 0 || gatherMs <= 0;
    if (!isDue) return this.sleeper.sleep(gatherMs);
    const batch = this.queue.take(this.settings.batchRecords);
    this.waitingSince = this.clock.monotonic();
    this.isWriting = true;
    const isWritten = await this.succeeds(() =>
      writeBatch(this.database.write, { engine: this.database.engine, ids: this.ids, recorderId: this.recorderId }, batch),
    );
    this.isWriting = false;
    if (isWritten) this.failures = 0;
  }

  /** Tries until it went well, or patience is at an end: then the history pauses. Trying again does no harm, the keys see to that. */
  private async succeeds(write: () => Promise<void>): Promise<boolean> {
    const since = this.clock.monotonic();
    for (let tries = 0; ; tries++) {
      try {
        await write();
        return true;
      } catch (thrown) {
        const { remedy, reason } = readFailure(thrown);
        // What is known of rows may be what is wrong, and it is soon learned again.
        this.ids.forget();
        const isPatient = remedy === "again" ? tries < 10 : remedy === "patience" && this.clock.monotonic() - since < this.settings.patienceMs;
        if (isPatient && !this.isStopping) {
          await this.nap.sleep(Math.min(this.settings.backoffMs.first, 5 * 2 ** tries));
          continue;
        }
        if (remedy === "reopen") this.isPrepared = false;
        this.pause(reason);
        return false;
      }
    }
  }

  /** What waits is dropped: the recorder compares anew once the history goes on, and a gap is drawn. */
  private pause(reason: string): void {
    this.queue.clear();
    this.failures++;
    this.board.paused(this.clock.now(), reason);
  }

  private async tidyOrSleep(): Promise<void> {
    const restMs = this.tidyAt - this.clock.monotonic();
    if (this.settings.tidy === null) return this.sleeper.sleep(null);
    if (restMs > 0) return this.sleeper.sleep(restMs);
    const tidy = this.settings.tidy;
    let nextMs = this.settings.backoffMs.most;
    await this.succeeds(async () => {
      nextMs = await tidy(this.database, this.clock.now());
    });
    this.tidyAt = this.clock.monotonic() + nextMs;
  }
}

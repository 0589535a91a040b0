import { log } from "@/lib/server/log";
import type { HistoryStatus } from "./history-record";

/** How the history is, for all who ask; every change is said once to those who listen. */
export class StatusBoard {
  private readonly listeners = new Set<(status: HistoryStatus) => void>();
  private current: HistoryStatus = { kind: "starting", reason: "" };
  /** What was said about the file stays said. */
  private notice = "";
  /** What is left out. */
  private leftOut = "";

  status(): HistoryStatus {
    return this.current;
  }

  onStatus(listener: (status: HistoryStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  recording(since: number, notice: string): void {
    if (notice !== "") {
      this.notice = notice;
      log("error", notice);
    }
    this.become({ kind: "recording", since, notice: this.words() });
  }

  /** What is left out of the record, in words that stay said. */
  leavesOut(words: string): void {
    if (words === this.leftOut) return;
    this.leftOut = words;
    if (this.current.kind === "recording") this.become({ ...this.current, notice: this.words() });
  }

  /** It cannot begin, or not go on yet. */
  waiting(reason: string): void {
    if (this.current.kind === "starting" || this.current.kind === "paused") {
      if (this.current.reason === reason) return;
      this.become({ ...this.current, reason });
    }
  }

  paused(since: number, reason: string): void {
    if (this.current.kind === "paused") return;
    this.become({ kind: "paused", since, reason });
  }

  private words(): string {
    return [this.notice, this.leftOut].filter((words) => words !== "").join(" ");
  }

  private become(status: HistoryStatus): void {
    this.current = status;
    for (const listener of [...this.listeners]) listener(status);
  }
}

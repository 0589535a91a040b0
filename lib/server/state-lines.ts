import type { Clock } from "./clock";
import type { Fields, LogLevel } from "./log";

/** A state that lasts, such as "not reached". */
export interface LoggedState {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Fields;
  /** Trouble is written again while it lasts. A usual state is written at its beginning; a quiet one only if it ends trouble. */
  readonly kind: "trouble" | "usual" | "quiet";
}

/** A lasting trouble is written again after this time. Milliseconds. */
const AGAIN_MS = 600_000;
/** A subject may write so many lines at once. */
const BURST = 8;
/** Then it may write one line per this time: at most 48 per hour with the burst. Milliseconds. */
const REFILL_MS = 90_000;

interface Followed {
  state: LoggedState;
  /** The time of its beginning. Milliseconds of a monotonic clock. */
  since: number;
  /** The time of the last line. Null = a line for this state is due. */
  writtenAt: number | null;
  /** The changes since the last line. */
  changes: number;
}

interface Subject {
  readonly parts: Map<string, Followed>;
  lines: number;
  refilledAt: number;
  cancel: (() => void) | null;
}

/**
 * Writes a line when a state changes, and again every ten minutes while trouble lasts. A subject (a cluster) that changes every second writes at most 60 lines
 * per hour. A line that sums up several changes has their number (`changes`), and the line after trouble has its duration (`lastedSeconds`).
 */
export class StateLines {
  readonly #subjects = new Map<string, Subject>();

  constructor(
    private readonly clock: Pick<Clock, "monotonic" | "setTimer">,
    private readonly write: (level: LogLevel, message: string, fields: Fields) => void,
  ) {}

  /** Takes the present state of a part of a subject. States with the same message and reason are equal: of these the newest fields are kept for the next line. */
  report(name: string, part: string, state: LoggedState): void {
    const subject = this.#subjectOf(name);
    const known = subject.parts.get(part);
    if (known !== undefined && isSame(known.state, state)) {
      known.state = state;
      return;
    }
    const now = this.clock.monotonic();
    const isDue = state.kind !== "quiet" || known?.state.kind === "trouble" || known?.writtenAt === null;
    const lasted = known?.state.kind === "trouble" && state.kind !== "trouble" ? { lastedSeconds: Math.round((now - known.since) / 1_000) } : {};
    const changes = known === undefined ? 1 : known.changes + 1;
    subject.parts.set(part, {
      state: { ...state, fields: { ...state.fields, ...lasted } },
      since: now,
      writtenAt: isDue ? null : now,
      changes: isDue ? changes : 0,
    });
    this.#writeDue(subject);
  }

  /** Writes nothing more about a subject. */
  forget(name: string): void {
    this.#subjects.get(name)?.cancel?.();
    this.#subjects.delete(name);
  }

  stop(): void {
    for (const { cancel } of this.#subjects.values()) cancel?.();
    this.#subjects.clear();
  }

  #subjectOf(name: string): Subject {
    const known = this.#subjects.get(name);
    if (known !== undefined) return known;
    const subject: Subject = { parts: new Map(), lines: BURST, refilledAt: this.clock.monotonic(), cancel: null };
    this.#subjects.set(name, subject);
    return subject;
  }

  #writeDue(subject: Subject): void {
    const now = this.clock.monotonic();
    const refills = Math.floor((now - subject.refilledAt) / REFILL_MS);
    subject.lines = Math.min(BURST, subject.lines + refills);
    subject.refilledAt += refills * REFILL_MS;
    for (const followed of subject.parts.values()) if (subject.lines > 0 && dueAt(followed) <= now) this.#writeOne(subject, followed, now);
    this.#wait(subject, now);
  }

  #writeOne(subject: Subject, followed: Followed, now: number): void {
    const { state, since, writtenAt, changes } = followed;
    const summed = changes > 1 ? { changes } : {};
    const seconds = Math.round((now - since) / 1_000);
    const lasting = writtenAt === null || state.kind !== "trouble" ? {} : { forSeconds: seconds };
    Object.assign(followed, { writtenAt: now, changes: 0 });
    subject.lines--;
    this.write(state.level, state.message, { ...state.fields, ...lasting, ...summed });
  }

  #wait(subject: Subject, now: number): void {
    subject.cancel?.();
    const next = Math.min(...[...subject.parts.values()].map(dueAt));
    const at = subject.lines > 0 ? next : Math.max(next, subject.refilledAt + REFILL_MS);
    subject.cancel = Number.isFinite(at) ? this.clock.setTimer(() => this.#writeDue(subject), Math.max(at - now, 1)) : null;
  }
}

function dueAt({ state, writtenAt }: Followed): number {
  if (writtenAt === null) return Number.NEGATIVE_INFINITY;
  return state.kind === "trouble" ? writtenAt + AGAIN_MS : Number.POSITIVE_INFINITY;
}

function isSame(one: LoggedState, other: LoggedState): boolean {
  return one.message === other.message && one.fields.reason === other.fields.reason;
}

import type { Recovery } from "@/lib/domain/history/recovery";
import type { TimeToRecover } from "@/lib/domain/history/time-to-recover";
import type { MachinesNotServing, RecoveryStatement } from "@/lib/domain/statements/recovery";
import type { Zone } from "./clock";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { joinParts } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { formatMoment } from "./time-ticks";

/** `now` in milliseconds. Where moments are told to `stepMs` of a minute or more, they are written without seconds. */
export interface RecoveryClock {
  readonly stepMs: number;
  readonly now: number;
  readonly zone: Zone;
}

/** The recovery of a group: "Back since 03:31:10: 5 of 5 for 10 min.", "On the way back: 3 of 5 serve, after 1 at 03:12:10. Waiting for 2." */
export function recoverySentence(statement: RecoveryStatement, clock: RecoveryClock): string {
  switch (statement.kind) {
    case "machines-awaited":
      return awaitedSentence(statement, clock);
    case "fewer-serving":
      return `${formatNumber(statement.most)} served at ${momentWords(statement.mostAt, clock)}, ${formatNumber(statement.serving)} now. ${SIZE_NOT_KNOWN}`;
    case "group-recovered": {
      const { serving, size, before = serving } = statement;
      const level = serving > before ? `more than the ${formatNumber(before)} before` : "as many as before";
      if (size === null) return `${backWords(`${formatNumber(serving)}, ${level},`, statement, clock)} ${SIZE_NOT_KNOWN}`;
      return backWords(`${formatNumber(size)} of ${formatNumber(size)}`, statement, clock);
    }
  }
}

function awaitedSentence({ serving, awaited, size, fewest, fewestAt }: MachinesNotServing, clock: RecoveryClock): string {
  const waiting = `Waiting for ${formatNumber(awaited)}`;
  const now = `${formatNumber(serving)} of ${formatNumber(size)} serve`;
  if (fewest === null || fewestAt === null) return `${waiting}: ${now}.`;
  return `On the way back: ${now}, after ${formatNumber(fewest)} at ${momentWords(fewestAt, clock)}. ${waiting}.`;
}

/**
 * The time to recover of a group: "time to recover: median 3 min, longest 12 min (4 drops), 1 drop not recovered". A drop counts failed machines, too: lost is another word. `times` null = nothing was observed.
 * With moments to `stepMs` of a minute or more, a time is an upper limit.
 */
export function timeToRecoverPhrase(times: TimeToRecover | null, stepMs: number): string {
  if (times === null) return "time to recover not known: nothing recorded to measure";
  const { medianMs, longestMs, recovered, notRecovered, notMeasured } = times;
  const others = joinParts(
    [notRecovered > 0 ? `${plural(notRecovered, "drop")} not recovered` : "", notMeasured > 0 ? `${plural(notMeasured, "drop")} only partly recorded` : ""],
    ", ",
  );
  if (medianMs === null || longestMs === null) return others === "" ? "time to recover: no drop" : `time to recover not known: ${others}`;
  const [median, longest] = [medianMs, longestMs].map((ms) => `${stepMs < MINUTE_MS ? "" : "at most "}${formatSpan(ms)}`);
  const known = recovered === 1 ? `${longest} (1 drop)` : `median ${median}, longest ${longest} (${plural(recovered, "drop")})`;
  return joinParts([`time to recover: ${known}`, others], ", ");
}

const SIZE_NOT_KNOWN = "How many there should be is not known.";

function backWords(what: string, { since, isSeen }: Recovery, clock: RecoveryClock): string {
  const span = formatSpan(Math.max(0, clock.now - since));
  const moment = momentWords(since, clock);
  return isSeen ? `Back since ${moment}: ${what} for ${span}.` : `Back since ${moment} or before: ${what} for at least ${span}.`;
}

function momentWords(at: number, { stepMs, now, zone }: RecoveryClock): string {
  const whole = formatMoment(at, now, zone);
  return stepMs < MINUTE_MS ? whole : whole.slice(0, -":00".length);
}

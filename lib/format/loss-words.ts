import type { LossEndReason } from "@/lib/domain/history/loss-ends";
import { ENDING_CAUSES, type EndingCause, hasPlanEvidence } from "@/lib/domain/history/transition";
import type { Connection, State } from "@/lib/domain/verdict/verdict";
import type { Zone } from "./clock";
import { rowWord } from "./state-words";
import { joinParts } from "./text/lists";
import { formatMoment } from "./time-ticks";

/** What the words of a loss need to know. Times in milliseconds; `disconnectedAt` is what istiod wrote, the others are our receipt. */
export interface LossInput {
  readonly cause: string;
  readonly disconnectedAt: number | null;
  readonly endedAt: number;
  readonly notBefore: number | null;
  readonly replacedBy: string;
  /** The machine as it was last. */
  readonly row: { readonly state: State; readonly connection: Connection["kind"]; readonly controller: string; readonly message: string };
}

/** Why a machine's entry ended, in one phrase with its times: "disconnected 03:12:24, not back in time, deleted 03:12:34". */
export function lossPhrase(loss: LossInput, now: number, zone: Zone): string {
  const ended = formatMoment(loss.endedAt, now, zone);
  const when = loss.notBefore === null ? ended : `between ${formatMoment(loss.notBefore, now, zone)} and ${ended}`;
  const left = loss.disconnectedAt === null ? "" : `disconnected ${formatMoment(loss.disconnectedAt, now, zone)}, `;
  const replica = loss.row.controller || "its replica";
  switch (causeOf(loss.cause)) {
    case "left":
      return `${left || "disconnected, "}not back in time, deleted ${when}`;
    case "swept":
      return `swept by istiod ${when}: ${loss.row.connection === "leaked" ? "its connection was too old, or its time not valid" : `${replica} was gone, or silent for too long`}`;
    case "found-missing":
      return `${left}gone ${when}, while Stolos did not observe it`;
    case "removed":
      return `${left || heldPhrase(loss)}deleted by a user or a program ${when}; istiod had no reason to`;
    case "unknown":
      return `${left}gone ${when}; cause not known`;
    case "deleted":
      return `deleted by a user or a program ${when}`;
    case "group-deleted":
      return `deleted with its group ${when}${isHeld(loss) ? "; the machine is still connected, but out of the mesh" : ""}`;
    case "drained":
      return `deleted by a user or a program ${when}, while it was draining`;
    case "planned":
      return `${left}gone ${when} as planned: its group marks it in stolos.dev/planned-leaves`;
    case null:
      return `gone ${when}`;
  }
}

function heldPhrase({ row }: LossInput): string {
  if (row.connection === "ghost" || row.connection === "leaked") return `connection to ${row.controller || "its replica"} unverified, `;
  return row.connection === "never" ? "never connected, " : "connected, ";
}

function isHeld({ row }: LossInput): boolean {
  return row.connection === "connected" || row.connection === "overdue";
}

/** What the machine last was where that tells more than its end: "last Unhealthy: HTTP 503"; else "". */
export function lastStatePhrase({ row }: LossInput): string {
  if (row.state === "vanished" || row.state === "healthy" || row.state === "disconnected" || row.state === "reconnecting") return row.message;
  return `last ${rowWord(row.state)}${row.message === "" ? "" : `: ${row.message}`}`;
}

/** All that a list has room for: how it ended, what it last was, and that its name is in use again. */
export function lossWords(loss: LossInput, now: number, zone: Zone): string {
  const heir = loss.replacedBy === "" ? "" : "back under the same name";
  return joinParts([lossPhrase(loss, now, zone), lastStatePhrase(loss), heir], "; ");
}

/** The end of the count of a lost machine in the total of its group. `at` in milliseconds. */
interface CountEnd {
  readonly at: number;
  readonly because: LossEndReason | "left-healthy";
  /** The user who accepted the loss; missing = none. */
  readonly by?: string | undefined;
}

/** "replaced by another machine 03:12:24". */
export function countEndPhrase({ at, because, by = "" }: CountEnd, now: number, zone: Zone): string {
  const when = formatMoment(at, now, zone);
  switch (because) {
    case "replaced":
      return `replaced by another machine ${when}`;
    case "size-changed":
      return `not counted since the expected size changed ${when}`;
    case "quiet":
      return `not counted since ${when}: no machine of its group joined or left for 24 h`;
    case "accepted":
      return `will not come back: accepted${by === "" ? "" : ` by ${by}`} ${when}`;
    case "left-healthy":
      return "not counted: it was healthy, and the size of its group may change";
  }
}

/** True if evidence shows a plan: a drain, or the mark of the group. */
export function isEndPlanned(cause: string): boolean {
  const known = causeOf(cause);
  return known !== null && hasPlanEvidence(known);
}

/** A cause as the wire spells it; null where it is none. */
export function causeOf(text: string): EndingCause | null {
  return ENDING_CAUSES.find((cause) => cause === text) ?? null;
}

import type { EndpointRemovalWay } from "@/lib/domain/statements/what-if";
import type { LossMoment, TimeRange } from "@/lib/domain/what-if/leaving";
import { formatRounded, MINUTE_MS } from "@/lib/format/text/duration";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { verb } from "@/lib/format/text/tense";

/** A moment after a loss, as one chooses it. */
export const momentNames = {
  "at-once": "At once",
  "after-grace": "After the grace period",
  "after-age": "After the sweep",
} as const satisfies Record<LossMoment, string>;

/** When a moment is, after the loss; milliseconds. Null = it never comes, or nobody is concerned. */
export function spanPhrase(moment: LossMoment, span: TimeRange | null): string {
  if (moment === "at-once") return "the dead are all listed";
  if (span === null) return moment === "after-age" ? "nobody waits for it" : "";
  return moment === "after-grace" ? `after ${formatRounded(span.to)}` : `after ${betweenPhrase(span)}`;
}

/** The dead endpoints that callers are sent at a moment. `isLeast`: lost Pods that are not visible are not counted. */
export function deadServed(dead: number, isLeast: boolean): string {
  return `${isLeast ? "at least " : ""}${formatNumber(dead)} dead still served`;
}

/** "12 to 47 min": between the first and the last. */
export function betweenPhrase({ from, to }: TimeRange): string {
  const [first, last] = to < 2 * MINUTE_MS ? [Math.round(from / 1000), Math.round(to / 1000)] : [Math.round(from / MINUTE_MS), Math.round(to / MINUTE_MS)];
  const unit = to < 2 * MINUTE_MS ? "s" : "min";
  return first === last ? `${formatNumber(last)} ${unit}` : `${formatNumber(first)} to ${formatNumber(last)} ${unit}`;
}

/** How lost machines leave the endpoints of callers. */
export interface LeavingInput {
  readonly grace: number;
  readonly age: number;
  readonly withReplica: number;
  readonly never: number;
  readonly unknown: number;
}

/** A way in which lost machines leave, with their number and the sentence about them. */
export interface LeavingLine {
  readonly way: EndpointRemovalWay;
  readonly count: number;
  readonly text: string;
}

/** One line for each way in which machines leave; `spans` in milliseconds after the loss. */
export function leavingLines(leaving: LeavingInput, spans: { readonly grace: TimeRange | null; readonly age: TimeRange | null }): readonly LeavingLine[] {
  const { grace, age, withReplica, never, unknown } = leaving;
  const others = age - withReplica;
  const lines: readonly LeavingLine[] = [
    {
      ...{ way: "grace", count: grace },
      text: `${machines(grace, "leaves", "leave")} within ${formatRounded(spans.grace?.to ?? 0)}: a replica that lives notices that the connection is dead.`,
    },
    {
      ...{ way: "with-replica", count: withReplica },
      text: `${machines(withReplica, "dies", "die")} together with the istiod replica that holds ${oneOrMany(withReplica, "it", "them")}: Healthy and listed for ${longSpan(spans.age)} more, until a sweep.`,
    },
    {
      ...{ way: "sweep", count: others },
      text: `${machines(others, "has", "have")} lost ${oneOrMany(others, "its", "their")} replica before, and ${verb(others, "go")} with the sweep.`,
    },
    {
      ...{ way: "never", count: never },
      text:
        never === 1
          ? "1 machine never leaves by itself: a static entry, or one that nothing takes out."
          : `${plural(never, "machine")} never leave by themselves: static entries, or such as nothing takes out.`,
    },
    {
      ...{ way: "unknown", count: unknown },
      text: `Of ${plural(unknown, "machine")} nobody can tell when ${oneOrMany(unknown, "it leaves", "they leave")}: the place of the replica, or its settings, are not visible.`,
    },
  ];
  return lines.filter(({ count }) => count !== 0);
}

function machines(count: number, one: string, many: string): string {
  return `${plural(count, "machine")} ${oneOrMany(count, one, many)}`;
}

function longSpan(span: TimeRange | null): string {
  return span === null ? "a while" : betweenPhrase(span);
}

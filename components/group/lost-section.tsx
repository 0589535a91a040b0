"use client";

import { statementAttributes } from "@/components/state/statement";
import { AcceptLosses, type LossDecisions, UndoAcceptance } from "@/components/table/accept-losses";
import { useZone } from "@/components/table/use-zone";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import type { LossesAnswer, LossRow } from "@/lib/contract/answers/history";
import type { NoLossStatement } from "@/lib/domain/statements/lost-machines";
import type { Zone } from "@/lib/format/clock";
import { backPhrase, justLostSentence, stayedPhrase } from "@/lib/format/losses-sentence";
import { formatSpan } from "@/lib/format/text/duration";
import { formatNumber, numberWord, plural } from "@/lib/format/text/numbers";
import { be } from "@/lib/format/text/tense";
import { formatMoment } from "@/lib/format/time-ticks";
import { LostMachineRow } from "./lost-row";
import { LostMachineTraits } from "./lost-traits";
import type { GroupLosses } from "./use-group-losses";

interface LostSectionProps {
  readonly losses: GroupLosses;
  /** True if the group is deleted. Then machines that left as planned are listed as well. */
  readonly isOver?: boolean;
  /** Absent = the group is not visible, so that its losses cannot be accepted. */
  readonly decisions?: LossDecisions | null;
}

/**
 * The lost machines of a group: traits that they share, machines that are still gone, and collapsed lists of machines that are back or left as
 * planned.
 */
export function LostMachinesSection({ losses: { value, problem, behind }, isOver = false, decisions = null }: LostSectionProps) {
  const zone = useZone();
  const when = useOfNow((now) => (value === null ? "" : whenOf(value, now, zone)));
  const again = useOfNow((now) => (value === null ? "" : backPhrase(value, now, zone)));
  const since = useOfNow((now) => (value === null ? "" : sincePhrase(value, now, zone)));
  if (value === null) {
    return (
      <Section name="lost" title="Lost" id="lost">
        <p data-reading={problem === null ? "history" : undefined} className={`mt-2.5 min-h-5 ${problem === null ? "text-ink-3" : "text-blind"}`}>
          {problem ?? "Reading what is remembered"}
        </p>
      </Section>
    );
  }
  const lost = value.total;
  const unplanned = value.rows.filter((row) => !row.planned);
  const gone = unplanned.filter((row) => row.replacedBy === "");
  const back = unplanned.filter((row) => row.replacedBy !== "");
  const planned = value.rows.filter((row) => row.planned);
  return (
    <Section
      name="lost"
      title="Lost"
      id="lost"
      aside={lost === 0 ? undefined : <span data-fact="lost">{[`${formatNumber(lost)} ${when}`, again].filter((part) => part !== "").join(", ")}</span>}
    >
      {lost === 0 && behind === 0 && !(isOver && planned.length > 0) && (
        <p className="mt-2.5 text-ink-3" {...statementAttributes(noneLost(value))}>
          {since || `No machine was lost ${when}.`}
        </p>
      )}
      {behind > 0 && <p className="mt-2.5">{justLostSentence(behind)}</p>}
      <div className="grid grid-cols-1 gap-x-[34px] min-[900px]:max-wide:grid-cols-[340px_minmax(0,1fr)]">
        {lost > 1 && value.traits.length > 0 && (
          <LostMachineTraits
            traits={value.traits}
            lost={lost}
            left={value.left}
            title={`${[`What the ${numberWord(lost)} share`, stayedPhrase(value)].filter((part) => part !== "").join(", ")}:`}
          />
        )}
        {gone.length > 0 && (
          <div>
            <LostRows losses={gone} decisions={decisions} className="mt-2.5" />
            {decisions !== null && <AcceptLosses losses={gone} decisions={decisions} />}
          </div>
        )}
      </div>
      <Folded summary={`${plural(value.back, "machine")} ${be(value.back)} back`} losses={back} />
      {lost > unplanned.length && (
        <p className="mt-2 text-s text-ink-3">
          The newest {formatNumber(unplanned.length)} of {formatNumber(lost)}: a shorter window shows the others.
        </p>
      )}
      <Folded summary={`${plural(value.planned, "machine")} went on purpose`} losses={planned} open={isOver} />
    </Section>
  );
}

interface LostRowsProps {
  readonly losses: readonly LossRow[];
  readonly className: string;
  readonly decisions?: LossDecisions | null;
}

function LostRows({ losses, className, decisions = null }: LostRowsProps) {
  return (
    <ul className={className}>
      {losses.map((loss) => (
        <LostMachineRow key={loss.id} loss={loss} undo={decisions !== null && <UndoAcceptance loss={loss} decisions={decisions} />} />
      ))}
    </ul>
  );
}

function Folded({ summary, losses, open = false }: { readonly summary: string; readonly losses: readonly LossRow[]; readonly open?: boolean }) {
  if (losses.length === 0) return null;
  return (
    <details className="mt-2.5" open={open}>
      <summary className="text-s text-ink-2 max-desk:min-h-11">{summary}</summary>
      <LostRows losses={losses} className="mt-1" />
    </details>
  );
}

/** The window of the losses: "in the last 24 h", or its start and end. */
function whenOf({ from, to }: LossesAnswer, now: number, zone: Zone): string {
  if (Math.abs(to - now) < 60_000) return `in the last ${formatSpan(to - from)}`;
  return `${formatMoment(from, now, zone)} to ${formatMoment(to, now, zone)}`;
}

/** The condition of "no losses" if the history is shorter than the window: "since …". */
function sincePhrase({ from, recorded: { since } }: LossesAnswer, now: number, zone: Zone): string {
  if (since === null) return "Nothing is recorded yet.";
  return since >= from ? `No machine was lost since the record began, ${formatMoment(since, now, zone)}.` : "";
}

function noneLost({ from, to, recorded }: LossesAnswer): NoLossStatement {
  return { kind: "none-lost", from, to, recordedSince: recorded.since };
}

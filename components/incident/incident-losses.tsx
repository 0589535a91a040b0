"use client";

import { useState } from "react";
import { AcceptLossesForm, countedLosses, type LossDecisions, lossDecisions, UndoAcceptanceForm } from "@/components/table/accept-losses";
import { NO_ROWS } from "@/components/table/first-window";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useOfServerNow } from "@/lib/client/clock";
import { useLosses } from "@/lib/client/history";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import type { LossRow } from "@/lib/contract/answers/history";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { WINDOW_LENGTHS_MS } from "@/lib/contract/url/history-window";
import { objectViewQuery } from "@/lib/contract/url/page-query";
import type { IncidentGroup } from "@/lib/contract/views/incidents";
import { acceptedByText, groupLossesTitle, noCountedLossText } from "@/lib/format/incident-page";
import { useHourlyTextTime } from "./incident-time";

interface GroupLossesProps {
  readonly group: IncidentGroup;
  /** The beginning of the incident. Milliseconds. */
  readonly since: number;
  /** The commands that this server offers on groups. */
  readonly offered: readonly ObjectCommandName[];
}

/** Accepts lost machines of one group of an incident, or undoes it. Past pages, read-only servers and machines of no group do not have it. */
export function GroupLosses({ group, since, offered }: GroupLossesProps) {
  const past = usePast();
  const [open, setOpen] = useState(false);
  const { lost, accepted, name } = group;
  if (past !== null || name === "" || !offered.includes("accept-losses") || (lost + accepted === 0 && !open)) return null;
  const label = lost > 0 ? "Will not come back" : "Accepted losses";
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`${label}: ${group.namespace}/${name}`}
        className="rounded-control text-s text-ink-2 underline max-desk:min-h-11"
      >
        {label}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={groupLossesTitle(group)}>
        <LossesOfGroup group={group} since={since} offered={offered} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** The most losses that the form lists. */
const MOST_LOSSES = 500;

function LossesOfGroup({ group: { cluster, namespace, name }, since, offered, onDone }: GroupLossesProps & { readonly onDone: () => void }) {
  // A window that ends now, so that the answer follows the decisions.
  const window = useOfServerNow((now) => (["24h", "7d"] as const).find((one) => now - since < WINDOW_LENGTHS_MS[one]) ?? "30d");
  const { state, problem } = useView("group", objectViewQuery({ cluster, namespace, name }), NO_ROWS);
  const losses = useLosses({ cluster: [cluster], ns: [namespace], group: name }, window, MOST_LOSSES);
  const row = state?.head.row ?? null;
  const decisions = row === null ? null : lossDecisions(row, state?.head.detail ?? null, offered);
  if (losses.value === null || state === null || decisions === null) {
    const waiting = state === null || losses.value === null ? "Reading what is remembered" : noCountedLossText();
    return <p className="px-4 py-3 text-ink-2">{problem ?? losses.problem ?? waiting}</p>;
  }
  return <Decisions losses={losses.value.rows.filter(({ endedAt }) => endedAt >= since)} decisions={decisions} onDone={onDone} />;
}

interface DecisionsProps {
  readonly losses: readonly LossRow[];
  readonly decisions: LossDecisions;
  readonly onDone: () => void;
}

function Decisions({ losses, decisions, onDone }: DecisionsProps) {
  const counted = countedLosses(losses);
  const hasCounted = counted.length > 0;
  // The form stays with its answer after the last loss was accepted. After an undo, it begins again.
  const [form, setForm] = useState({ hadCounted: hasCounted, round: Number(hasCounted) });
  if (form.hadCounted !== hasCounted) setForm({ hadCounted: hasCounted, round: form.round + Number(hasCounted) });
  const accepted = losses.filter(({ countedUntil }) => countedUntil?.because === "accepted");
  return (
    <>
      {accepted.length > 0 && (
        <ul className="px-4 pt-3">
          {accepted.map((loss) => (
            <AcceptedLine key={loss.id} loss={loss} decisions={decisions} />
          ))}
        </ul>
      )}
      {form.round > 0 ? (
        <AcceptLossesForm key={form.round} losses={counted} decisions={decisions} onDone={onDone} />
      ) : (
        <p className="px-4 py-3 text-ink-2">{noCountedLossText()}</p>
      )}
    </>
  );
}

/** The undo unfolds in the line: a popover cannot float over a dialog. */
function AcceptedLine({ loss, decisions }: { readonly loss: LossRow; readonly decisions: LossDecisions }) {
  const time = useHourlyTextTime();
  const [open, setOpen] = useState(false);
  const text = loss.countedUntil === undefined ? "" : acceptedByText(loss.countedUntil, time);
  return (
    <li data-accepted={loss.row.name} className="flex flex-wrap items-baseline gap-x-2.5 border-b border-line py-1.5 text-s">
      <span className="min-w-0 font-mono wrap-anywhere">{loss.row.name}</span>
      <span className="text-ink-3">{text}</span>
      {decisions.offered.includes("undo-accepted-losses") && (
        <Button look="quiet" aria-expanded={open} aria-label={`Undo for ${loss.row.name}`} onClick={() => setOpen(!open)}>
          Undo
        </Button>
      )}
      {open && (
        <div className="w-full pb-1">
          <UndoAcceptanceForm loss={loss} decisions={decisions} />
        </div>
      )}
    </li>
  );
}

"use client";

import { type FormEvent, useState } from "react";
import { OnceAllowed } from "@/components/table/once-allowed";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { FormFoot } from "@/components/ui/form-foot";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { usePast } from "@/lib/client/past";
import { sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import type { LossRow } from "@/lib/contract/answers/history";
import { CommandPermission, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import type { GroupRow, RollUp, SingleGroupHead } from "@/lib/contract/views/groups";
import { acceptedEffectWords, type SizeBefore, undoneEffectWords } from "@/lib/format/accepted-loss-words";

const SOURCES: Record<RollUp["expectedFrom"], SizeBefore["source"]> = {
  ...{ declared: "declared", learned: "learned" },
  ...{ range: "elastic", elastic: "elastic" },
  ...{ unreadable: "none", unknown: "none" },
};

/** The facts that a decision about lost machines of a group needs. */
export interface LossDecisions {
  readonly group: { readonly cluster: string; readonly namespace: string; readonly name: string; readonly uid: string };
  readonly size: SizeBefore & { readonly accepted: number };
  readonly offered: readonly ObjectCommandName[];
}

/** Returns null if the group itself is not visible. A deleted group has no uid. */
export function lossDecisions(row: GroupRow, detail: SingleGroupHead["detail"], offered: readonly ObjectCommandName[]): LossDecisions | null {
  const uid = row.deleted === undefined ? detail?.uid : "";
  if (uid === undefined || (uid !== "" && !row.exists)) return null;
  const { cluster, namespace, name, rollUp } = row;
  const size = { expected: rollUp.expected, source: SOURCES[rollUp.expectedFrom], accepted: rollUp.accepted ?? 0 };
  return { group: { cluster, namespace, name, uid }, size, offered };
}

interface AcceptLossesProps {
  readonly losses: readonly LossRow[];
  readonly decisions: LossDecisions;
}

/** Accepts lost machines that still count. Past pages and read-only servers do not have it. */
export function AcceptLosses({ losses, decisions }: AcceptLossesProps) {
  const past = usePast();
  const [open, setOpen] = useState(false);
  const counted = countedLosses(losses);
  if (past !== null || !decisions.offered.includes("accept-losses") || (counted.length === 0 && !open)) return null;
  return (
    <div className="mt-1.5">
      <Button look="quiet" onClick={() => setOpen(true)}>
        Will not come back
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Lost machines that will not come back">
        <AcceptLossesForm losses={counted} decisions={decisions} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

/** Returns the losses that still count, so that they can be accepted. */
export function countedLosses(losses: readonly LossRow[]): readonly LossRow[] {
  return losses.filter(({ planned, replacedBy, countedUntil }) => !planned && replacedBy === "" && countedUntil === undefined);
}

/** The form of the dialog: the machines to choose, with the effect on the expected size of their group. */
export function AcceptLossesForm({ losses, decisions, onDone }: AcceptLossesProps & { readonly onDone: () => void }) {
  // The page changes with the decision. The form keeps the losses and the size that the user saw.
  const [{ losses: shown, decisions: seen }] = useState({ losses, decisions });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(shown.length === 1 ? shown.map(({ id }) => id) : []));
  const may = useAnswer(apiPaths.command("accept-losses", seen.group), CommandPermission);
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const { uid } = seen.group;
  const isReady = chosen.size > 0 && !isSending;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const accepted = shown.filter(({ id }) => chosen.has(id)).map(({ row, endedAt }) => ({ name: row.name, at: endedAt }));
    await send(() => sendCommand({ name: "accept-losses", address: seen.group, resourceVersion: "", input: { uid, losses: accepted } }));
  };
  const toggle = (id: string) => setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return (
    <form onSubmit={submit} className="grid gap-3 px-4 py-3 wrap-anywhere">
      <OnceAllowed may={may}>
        <fieldset className="grid">
          <legend className="text-s text-ink-2">Choose the machines that are gone for good.</legend>
          {shown.map(({ id, row }) => (
            <Checkbox key={id} label={<span className="font-mono text-s">{row.name}</span>} checked={chosen.has(id)} onChange={() => toggle(id)} />
          ))}
        </fieldset>
        {chosen.size > 0 && !isAccepted && (
          <p data-effect={seen.size.source} data-count={chosen.size}>
            {acceptedEffectWords(seen.size, chosen.size)} You can undo it here.
          </p>
        )}
      </OnceAllowed>
      <FormFoot said={isAccepted ? "Stored. The page shows it in a moment." : ""} problem={problem} isDone={isAccepted} onDone={onDone}>
        {may.kind === "here" && may.value.may && !isAccepted && (
          <Button type="submit" look={isReady ? "primary" : "plain"} aria-disabled={!isReady}>
            {isSending ? "Saving" : "Accept"}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

interface UndoAcceptanceProps {
  readonly loss: LossRow;
  readonly decisions: LossDecisions;
}

/** Undoes the decision about one lost machine: it counts again. */
export function UndoAcceptance({ loss, decisions }: UndoAcceptanceProps) {
  const past = usePast();
  const [open, setOpen] = useState(false);
  if (past !== null || loss.countedUntil?.because !== "accepted" || !decisions.offered.includes("undo-accepted-losses")) return null;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger aria-label={`Undo for ${loss.row.name}`} className="rounded-control px-1.5 py-0.5 text-s text-ink-2 underline max-desk:min-h-11">
        undo
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Undo">
        <UndoAcceptanceForm loss={loss} decisions={decisions} />
      </PopoverContent>
    </Popover>
  );
}

/** The effect of the undo, and its button. */
export function UndoAcceptanceForm({ loss: { row, endedAt }, decisions: { group, size } }: UndoAcceptanceProps) {
  const [seen] = useState(size);
  const may = useAnswer(apiPaths.command("undo-accepted-losses", group), CommandPermission);
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const input = { uid: group.uid, losses: [{ name: row.name, at: endedAt }] };
  const undo = () => send(() => sendCommand({ name: "undo-accepted-losses", address: group, resourceVersion: "", input }));
  return (
    <OnceAllowed may={may}>
      <div className="grid gap-2 text-s">
        <p className="text-ink-2">{undoneEffectWords(seen.accepted === 0 ? { ...seen, source: "none" } : seen)}</p>
        {!isAccepted && (
          <Button onClick={() => void undo()} aria-disabled={isSending}>
            Undo
          </Button>
        )}
        <span role="status" className={problem === "" ? "text-ink-2" : "text-bad"}>
          {isAccepted ? "Stored. The page shows it in a moment." : problem}
        </span>
      </div>
    </OnceAllowed>
  );
}

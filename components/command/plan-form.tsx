"use client";

import { type FormEvent, useState } from "react";
import { statementAttributes } from "@/components/state/statement";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
import { useTypedText } from "@/lib/client/use-typed-text";
import type { SelectedEntriesOfGroup, SelectionByGroup } from "@/lib/domain/entry/planned-groups";
import { bulkCommandResult } from "@/lib/domain/statements/activity";
import { noPlanReasonWords, planDoneWords, planWords, withoutGroupWords } from "@/lib/format/planned-words";
import { plural } from "@/lib/format/text/numbers";
import { PlanLines } from "./plan-lines";
import { isOpenLine, isToMark, type PlanLine, usePlanSeveral } from "./use-plan-several";

interface PlanFormProps {
  /** As they were chosen when this opened. */
  readonly chosen: SelectionByGroup;
  readonly onDone: () => void;
}

/** So many machines of a group tell what is typed for them from what is typed for others: the names of all could be more than a browser stores. */
const NAMED_MOST = 20;

/** Why machines go, and by when; then their marks, one command for each of their groups. */
export function PlanForm({ chosen, onDone }: PlanFormProps) {
  const { lines, running, send } = usePlanSeveral(chosen.groups);
  const machines = JSON.stringify(
    chosen.groups.map(({ cluster, namespace, name, entries }) => [cluster, namespace, name, entries.length, ...entries.slice(0, NAMED_MOST)]),
  );
  const reason = useTypedText(["planned leaves", machines, "reason"]);
  const day = useTypedText(["planned leaves", machines, "day"]);
  const [isWithoutReason, setWithoutReason] = useState(false);
  const by = endOf(day.text);
  const waiting = lines.filter(isToMark);
  const tried = lines.filter(({ outcome }) => outcome !== null && outcome !== "sending");
  const isReady = waiting.length > 0 && !running && by !== "unreadable";
  const forget = () => {
    reason.forget();
    day.forget();
  };
  const end = () => {
    forget();
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setWithoutReason(reason.text.trim() === "");
    if (reason.text.trim() !== "" && (await send({ by, reason: reason.text }))) forget();
  };
  const isOpen = lines.some(isOpenLine);
  return (
    <form onSubmit={submit} className="grid gap-3 px-4 py-3 wrap-anywhere text-ink-2">
      {isOpen && planWords({ count: machinesOf(lines), groups: lines.length }).map((words) => <p key={words}>{words}</p>)}
      <PlanLines lines={lines} />
      {chosen.without.length > 0 && <p data-without-group={chosen.without.join(" ")}>{withoutGroupWords(chosen.without)}</p>}
      {isOpen && (
        <>
          <Field first label="Why" value={reason.text} onChange={reason.type} problem={isWithoutReason ? noPlanReasonWords() : ""} />
          <Field
            label="By when (UTC)"
            value={day.text}
            onChange={day.type}
            placeholder="2026-11-21 or 2026-11-21T18:00"
            hint="Empty = no end. Whoever is still here after it is told of."
            problem={by === "unreadable" ? "This is no day and no time. Write it as 2026-11-21, or 2026-11-21T18:00." : ""}
          />
        </>
      )}
      <FormFoot
        said={tried.length > 0 && !running ? planDoneWords(came(tried)) : ""}
        data={tried.length > 0 && !running ? statementAttributes(bulkCommandResult(came(tried))) : {}}
        isDone={tried.length > 0}
        onDone={end}
      >
        {isOpen && (
          <Button type="submit" look={isReady ? "primary" : "plain"} aria-disabled={!isReady}>
            {running ? "Marking" : `Mark ${tried.length > 0 ? "the other " : ""}${plural(machinesOf(waiting), "machine")}`}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

function machinesOf(lines: readonly { readonly group: SelectedEntriesOfGroup }[]): number {
  return lines.reduce((sum, { group }) => sum + group.entries.length, 0);
}

function came(tried: readonly PlanLine[]): { readonly accepted: number; readonly refused: number } {
  const accepted = tried.filter(({ outcome }) => outcome !== "sending" && outcome?.kind === "accepted").length;
  return { accepted, refused: tried.length - accepted };
}

/** What was typed as a moment: the end of a day, or a time of it, in UTC; "" = none. */
function endOf(typed: string): number | null | "unreadable" {
  const text = typed.trim();
  if (text === "") return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}$/.test(text) ? `${text.replace(" ", "T")}:00Z` : "";
  const at = Date.parse(day);
  return Number.isNaN(at) ? "unreadable" : at;
}

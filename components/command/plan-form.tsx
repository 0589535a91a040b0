"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { type CommandOutcome, sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { MayCommand } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/paths";
import { type PlannedLeave, withPlanned } from "@/lib/domain/planned-leaves";
import { managedElsewhereWords, mayNotChangeWords } from "@/lib/format/command-words";
import { plural } from "@/lib/format/count";
import { planWords } from "@/lib/format/planned-words";
import type { ShownObject } from "./delete-object";

interface PlanFormProps {
  /** The group, of the version whose marks are `planned`. */
  readonly group: ShownObject;
  readonly planned: readonly PlannedLeave[];
  /** Names of the entries that are to be marked. */
  readonly entries: readonly string[];
  readonly onDone: () => void;
}

/** Why machines go, and by when; then their marks, all at once, at their group. */
export function PlanForm({ group, planned, entries, onDone }: PlanFormProps) {
  // What was seen when this opened: what changed since then is not overwritten unseen.
  const [seen, setSeen] = useState({ group, planned });
  const [reason, setReason] = useState("");
  const [day, setDay] = useState("");
  const [outcome, setOutcome] = useState<CommandOutcome | "sending" | null>(null);
  const may = useAnswer(apiPaths.command("plan-leaves", group), MayCommand);
  const by = endOf(day);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (outcome === "sending" || by === "unreadable") return;
    setOutcome("sending");
    const leaves = withPlanned(
      seen.planned,
      entries.map((entry) => ({ entry, by, reason })),
    ).map((leave) => ({ ...leave }));
    const { resourceVersion, uid } = seen.group;
    setOutcome(await sendCommand({ name: "plan-leaves", address: seen.group, resourceVersion, input: { uid, leaves } }));
    setSeen({ group, planned });
  };
  const isAccepted = outcome !== null && outcome !== "sending" && outcome.kind === "accepted";
  const problem = outcome !== null && outcome !== "sending" && outcome.kind === "refused" ? outcome.problem : "";
  return (
    <form onSubmit={submit} className="grid gap-3 px-4 py-3 text-ink-2">
      {planWords({ count: entries.length }).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {group.managedBy !== "" && <p className="text-warn">{managedElsewhereWords({ manager: group.managedBy, noun: "group" })}</p>}
      {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
      {may.kind === "here" && !may.value.may && <p>{mayNotChangeWords(may.value)}</p>}
      {may.kind === "here" && may.value.may && !isAccepted && (
        <>
          <Field label="Why" value={reason} onChange={setReason} problem={problem} />
          <Field
            label="By when (UTC)"
            value={day}
            onChange={setDay}
            placeholder="2026-11-21 or 2026-11-21T18:00"
            hint="Empty = no end. Whoever is still here after it is told of."
            problem={by === "unreadable" ? "This is no day and no time. Write it as 2026-11-21, or 2026-11-21T18:00." : ""}
          />
        </>
      )}
      <div className="flex items-center justify-end gap-2">
        <span role="status" className="mr-auto text-s">
          {isAccepted && "Accepted; the page follows the cluster."}
        </span>
        <Button onClick={onDone}>{isAccepted ? "Close" : "Cancel"}</Button>
        {may.kind === "here" && may.value.may && !isAccepted && (
          <Button type="submit" look={outcome === "sending" ? "plain" : "primary"} aria-disabled={outcome === "sending" || by === "unreadable"}>
            Mark {plural(entries.length, "machine")}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What was typed as a moment: the end of a day, or a time of it, in UTC; "" = none. */
function endOf(typed: string): number | null | "unreadable" {
  const text = typed.trim();
  if (text === "") return null;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}$/.test(text) ? `${text.replace(" ", "T")}:00Z` : "";
  const at = Date.parse(day);
  return Number.isNaN(at) ? "unreadable" : at;
}

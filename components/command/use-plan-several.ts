"use client";

import { useEffect, useState } from "react";
import type { Asked } from "@/lib/client/ask";
import { type GroupPlan, readGroupPlan } from "@/lib/client/read-group-plan";
import { type CommandOutcome, sendCommand } from "@/lib/client/send-command";
import type { SelectedEntriesOfGroup } from "@/lib/domain/entry/planned-groups";
import { addPlannedLeaves, type PlannedLeave } from "@/lib/domain/entry/planned-leaves";

/** One group with the machines of it that are to be marked, and how far that is. */
export interface PlanLine {
  readonly group: SelectedEntriesOfGroup;
  /** Null = on its way. */
  readonly read: Asked<GroupPlan> | null;
  readonly outcome: CommandOutcome | "sending" | null;
}

/** The marks of several groups: what each says now, how far they are, and how to send those that were not accepted yet. */
export interface SeveralPlans {
  readonly lines: readonly PlanLine[];
  readonly running: boolean;
  /** Gives whether nothing is left that could be marked. */
  readonly send: (mark: Omit<PlannedLeave, "entry">) => Promise<boolean>;
}

/** So many groups are read at once. */
const AT_ONCE = 4;

/** Marks machines at their groups, one group after another, each in the version that was read. A group that refused is read again, and only that is sent again. */
export function usePlanSeveral(groups: readonly SelectedEntriesOfGroup[]): SeveralPlans {
  const [asked, setAsked] = useState(groups);
  const [lines, setLines] = useState<readonly PlanLine[]>(() => groups.map((group) => ({ group, read: null, outcome: null })));
  const [running, setRunning] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    readAll(asked, stop.signal, (group, read) => setLines((before) => withLine(before, group, { read })));
    return () => stop.abort();
  }, [asked]);
  const send = async (mark: Omit<PlannedLeave, "entry">) => {
    setRunning(true);
    const refused: SelectedEntriesOfGroup[] = [];
    for (const { group, read } of lines.filter(isToMark)) {
      if (read?.kind !== "here") continue;
      setLines((before) => withLine(before, group, { outcome: "sending" }));
      const outcome = await sendPlan(group, read.value, mark);
      if (outcome.kind === "refused") refused.push(group);
      setLines((before) => withLine(before, group, { outcome, ...(outcome.kind === "refused" && { read: null }) }));
    }
    setRunning(false);
    if (refused.length > 0) setAsked(refused);
    return refused.length === 0 && lines.every((line) => isToMark(line) || !isOpenLine(line));
  };
  return { lines, running, send };
}

/** Can its machines be marked, and are they not yet? */
export function isToMark({ read, outcome }: PlanLine): boolean {
  return read?.kind === "here" && outcome !== "sending" && outcome?.kind !== "accepted";
}

/** Are its machines perhaps still to be marked: is it not accepted, and not known to refuse? */
export function isOpenLine({ read, outcome }: PlanLine): boolean {
  return read?.kind !== "refused" && (outcome === null || outcome === "sending" || outcome.kind !== "accepted");
}

function sendPlan(
  { cluster, namespace, name, entries }: SelectedEntriesOfGroup,
  { uid, resourceVersion, leaves }: GroupPlan,
  mark: Omit<PlannedLeave, "entry">,
) {
  const marked = addPlannedLeaves(
    leaves,
    entries.map((entry) => ({ entry, ...mark })),
  ).map((leave) => ({ ...leave }));
  return sendCommand({ name: "plan-leaves", address: { cluster, namespace, name }, resourceVersion, input: { uid, leaves: marked } });
}

async function readAll(
  groups: readonly SelectedEntriesOfGroup[],
  signal: AbortSignal,
  told: (group: SelectedEntriesOfGroup, read: Asked<GroupPlan>) => void,
): Promise<void> {
  for (let from = 0; from < groups.length && !signal.aborted; from += AT_ONCE) {
    await Promise.all(
      groups.slice(from, from + AT_ONCE).map(async (group) => {
        const read = await readGroupPlan(group, signal);
        if (!signal.aborted) told(group, read);
      }),
    );
  }
}

function withLine(lines: readonly PlanLine[], group: SelectedEntriesOfGroup, change: Partial<PlanLine>): readonly PlanLine[] {
  return lines.map((line) => (line.group === group ? { ...line, ...change } : line));
}

"use client";

import { useEffect, useRef, useState } from "react";
import type { Asked } from "@/lib/client/ask";
import { readSeveral, type SeveralRead } from "@/lib/client/read-several";
import { type CommandOutcome, sendCommand } from "@/lib/client/send-command";
import type { BulkDeletionEntry } from "@/lib/contract/answers/deletion";

/** One of several entries and how far its deletion is. */
export interface DeletionLine {
  readonly entry: BulkDeletionEntry;
  /** Which verbs are missing, "" = none. */
  readonly missing: string;
  readonly outcome: CommandOutcome | "sending" | null;
  /** A reading after its deletion was sent did not find it any more. */
  readonly gone: boolean;
}

/** Several deletions: what they would do, how far they are, and how to send those that were not accepted yet. */
export interface SeveralDeletions {
  /** Null = on its way. */
  readonly read: Asked<SeveralRead> | null;
  readonly lines: readonly DeletionLine[];
  readonly running: boolean;
  readonly send: () => Promise<void>;
}

/** Deletes entries one after another, each of the version whose impact was read. What was refused is read again, and only that is sent again. `onGone` is told which need no deletion any more. */
export function useDeleteSeveral(ids: readonly string[], onGone: (ids: readonly string[]) => void): SeveralDeletions {
  const [rest, setRest] = useState(ids);
  const [read, setRead] = useState<Asked<SeveralRead> | null>(null);
  const [lines, setLines] = useState<readonly DeletionLine[]>([]);
  const [running, setRunning] = useState(false);
  const tell = useRef(onGone);
  useEffect(() => {
    const stop = new AbortController();
    readSeveral(rest, stop.signal).then((answer) => {
      if (stop.signal.aborted) return;
      setRead(answer);
      if (answer.kind === "refused") return;
      setLines((before) => merged(before, answer.value));
      tell.current(answer.value.impact.missing);
    });
    return () => stop.abort();
  }, [rest]);
  const send = async () => {
    setRunning(true);
    const refused: string[] = [];
    const accepted: string[] = [];
    for (const { entry } of lines.filter(isToSend)) {
      setLines((before) => withOutcome(before, entry.id, "sending"));
      const { uid, resourceVersion } = entry;
      const outcome = await sendCommand({ name: "delete-workloadentry", address: entry, resourceVersion, input: { uid } });
      (outcome.kind === "refused" ? refused : accepted).push(entry.id);
      setLines((before) => withOutcome(before, entry.id, outcome));
    }
    setRunning(false);
    onGone(accepted);
    if (refused.length === 0) return;
    setRead(null);
    setRest(refused);
  };
  return { read, lines, running, send };
}

/** Is it to be sent, or to be sent again? */
export function isToSend({ missing, outcome, gone }: DeletionLine): boolean {
  return missing === "" && !gone && outcome !== "sending" && outcome?.kind !== "accepted";
}

function withOutcome(lines: readonly DeletionLine[], id: string, outcome: DeletionLine["outcome"]): readonly DeletionLine[] {
  return lines.map((line) => (line.entry.id === id ? { ...line, outcome } : line));
}

/** What was read of an entry takes the place of what was read before; what came of its deletion stays. */
function merged(before: readonly DeletionLine[], { impact, missing }: SeveralRead): readonly DeletionLine[] {
  const read = new Map(impact.entries.map((entry) => [entry.id, entry]));
  const gone = new Set(impact.missing);
  const known = new Set(before.map(({ entry }) => entry.id));
  const again = before.map((line) => ({
    ...line,
    entry: read.get(line.entry.id) ?? line.entry,
    missing: missing.get(line.entry.id) ?? line.missing,
    gone: line.gone || gone.has(line.entry.id),
  }));
  const first = impact.entries.filter(({ id }) => !known.has(id)).map((entry) => ({ entry, missing: missing.get(entry.id) ?? "", outcome: null, gone: false }));
  return [...again, ...first];
}

"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type EditedObject, removeEdit, saveEdit } from "@/lib/client/edit-drafts";
import type { ReadGroup } from "@/lib/client/group-text";
import { readEdited } from "@/lib/client/object-text";
import { type EditableVersion, newsOf, readVersion } from "@/lib/client/read-edited";
import { type RefusedText, refusalNotes, withRefusal } from "@/lib/client/refusal-notes";
import { type CommandOutcome, type RefusalFacts, sendCommand } from "@/lib/client/send-command";
import { useViewer } from "@/lib/client/viewer";
import type { EditDraft } from "@/lib/contract/answers/drafts";
import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import { EDIT_COMMANDS } from "./edit-commands";
import { useShownVersion } from "./use-shown-version";

/** How far an edit is. `would`: the API server would take the text as it stands. */
export type EditPhase =
  | { readonly kind: "writing" | "asking" | "applying" }
  | { readonly kind: "would"; readonly text: string; readonly warnings: readonly string[] }
  | ({ readonly kind: "refused" | "unknown"; readonly problem: string } & RefusalFacts)
  | { readonly kind: "accepted"; readonly resourceVersion: string };

export interface Edit {
  /** What the text says, and what is said of it: by prediction, and by the server of what it refused last. */
  readonly read: ReadGroup;
  readonly phase: EditPhase;
  /** What the object says now, where that is neither what the edit began with nor what was typed. */
  readonly newer: EditableVersion | null;
  readonly isStored: boolean;
  type(text: string): void;
  send(dryRun: boolean): void;
  /** Goes on with another text on the newer version. */
  goOn(text: string): void;
}

const NOTHING_REFUSED: RefusedText = { text: "", causes: [] };
const CONFLICT = 409;
const LOST = 502;

/** An edit of an object from its text to the moment at which the watch has shown it. `onDone`: the cluster says what was typed. */
export function useEdit(object: EditedObject, draft: EditDraft, onDone: () => void): Edit {
  const { id: viewer } = useViewer();
  const shown = useShownVersion(object);
  const [phase, setPhase] = useState<EditPhase>({ kind: "writing" });
  const [newer, setNewer] = useState<EditableVersion | null>(null);
  const [isStored, setStored] = useState(true);
  const isBusy = useRef(false);
  const [refused, setRefused] = useState<RefusedText>(NOTHING_REFUSED);
  const read = useMemo(() => withRefusal(readEdited(draft.text, object), refusalNotes(refused, draft.text)), [draft.text, object, refused]);
  const save = useCallback((changed: EditDraft) => setStored(saveEdit(viewer, object, changed)), [viewer, object]);
  const done = useCallback(() => {
    removeEdit(viewer, object);
    onDone();
  }, [viewer, object, onDone]);

  /** Reads what the object says now; the draft on that version where only its status moved. */
  const settle = useCallback(async (): Promise<EditDraft | null> => {
    const asked = await readVersion(object);
    if (asked.kind === "refused") setPhase({ kind: "refused", problem: asked.problem });
    if (asked.kind === "refused") return null;
    const news = newsOf(draft, asked.value);
    if (news === "done") done();
    setNewer(news === "other" ? asked.value : null);
    if (news !== "same") return null;
    const moved = { ...draft, resourceVersion: asked.value.resourceVersion };
    save(moved);
    return moved;
  }, [object, draft, done, save]);

  const isSending = phase.kind === "applying" || phase.kind === "accepted";
  const isNews = !isSending && shown !== "" && compareResourceVersions(shown, newer?.resourceVersion ?? draft.resourceVersion) > 0;
  useEffect(() => {
    if (isNews) void settle();
  }, [isNews, settle]);
  const isShown = phase.kind === "accepted" && shown !== "" && compareResourceVersions(shown, phase.resourceVersion) >= 0;
  useEffect(() => {
    if (isShown) done();
  }, [isShown, done]);

  const send = async (dryRun: boolean) => {
    // A second click, while the first is on its way, is none.
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase({ kind: dryRun ? "asking" : "applying" });
    let outcome = await sent(object, draft, dryRun);
    const moved = isConflict(outcome) ? await settle() : null;
    if (moved !== null) outcome = await sent(object, moved, dryRun);
    setPhase(phaseAfter(outcome, draft.text, dryRun));
    setRefused({ text: draft.text, causes: (outcome.kind === "refused" && outcome.causes) || [] });
    isBusy.current = false;
  };
  const type = (text: string) => {
    save({ ...draft, text });
    setPhase({ kind: "writing" });
  };
  const goOn = (text: string) => {
    if (newer !== null) save({ ...newer, text });
    setNewer(null);
    setPhase({ kind: "writing" });
  };
  return { read, phase, newer, isStored, type, send: (dryRun) => void send(dryRun), goOn };
}

function sent(object: EditedObject, { uid, resourceVersion, text }: EditDraft, dryRun: boolean): Promise<CommandOutcome> {
  return sendCommand({ name: EDIT_COMMANDS[object.resource], address: object, resourceVersion, input: { uid, text }, dryRun });
}

function isConflict(outcome: CommandOutcome): boolean {
  return outcome.kind === "refused" && outcome.status === CONFLICT;
}

function phaseAfter(outcome: CommandOutcome, text: string, dryRun: boolean): EditPhase {
  if (outcome.kind === "refused") {
    const isLost = !dryRun && (outcome.status === null || outcome.status === LOST);
    const { problem, code, missingRights } = outcome;
    return { kind: isLost ? "unknown" : "refused", problem, code, missingRights };
  }
  if (dryRun) return { kind: "would", text, warnings: outcome.warnings };
  return { kind: "accepted", resourceVersion: outcome.resourceVersion };
}

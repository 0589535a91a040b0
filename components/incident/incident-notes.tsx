"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { OnceAllowed } from "@/components/table/once-allowed";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormFoot } from "@/components/ui/form-foot";
import { Section } from "@/components/ui/section";
import { usePast } from "@/lib/client/past";
import { type CommandOutcome, sendCommand } from "@/lib/client/send-command";
import { type Answer, useAnswer, useRenewedAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { useTypedText } from "@/lib/client/use-typed-text";
import { type IncidentNote, IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import { type CommandObjectReference, CommandPermission, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { IncidentGroup } from "@/lib/contract/views/incidents";
import type { IncidentState } from "@/lib/domain/incidents/incident";
import { noNoteGroupText, noNotesText, notesAbsentText, notesClosedText, notesHiddenText, noteUndoText } from "@/lib/format/incident-note-text";
import { formatNumber } from "@/lib/format/text/numbers";
import { IncidentMoment } from "./incident-time";

/** The notes of one incident, read again every few seconds and after `refresh`. */
interface ReadNotes {
  readonly answer: Answer<IncidentNotesAnswer>;
  readonly refresh: () => void;
}

interface IncidentNotesProps {
  /** The key of the incident. */
  readonly id: string;
  readonly state: IncidentState;
  readonly groups: readonly IncidentGroup[];
  readonly read: ReadNotes;
  readonly offered: readonly ObjectCommandName[];
}

/** A change of a note, which its dialog sends. */
type OpenChange = { readonly command: "add-incident-note" } | { readonly command: "edit-incident-note" | "undo-incident-note"; readonly note: IncidentNote };

/** Reads the notes of an incident. Those of other users appear while the page is open. */
export function useIncidentNotes(id: string): ReadNotes {
  const [round, setRound] = useState(0);
  const answer = useRenewedAnswer(apiPaths.history("incident-notes", formatQueryValues({ key: id })), IncidentNotesAnswer, round);
  return { answer, refresh: () => setRound((before) => before + 1) };
}

/** The notes of an incident, with the controls that the server offers. A page of the past has the notes that were written by then. */
export function IncidentNotes({ id, state, groups, read: { answer, refresh }, offered }: IncidentNotesProps) {
  const [open, setOpen] = useState<OpenChange | null>(null);
  const past = usePast();
  const notes = answer.kind === "here" ? answer.value.notes.filter(({ at }) => past === null || at <= past) : [];
  const isVisible = answer.kind === "here" && answer.value.visibility === "visible";
  const commands = isVisible && past === null ? offered.filter((name) => name === "undo-incident-note" || state !== "over") : [];
  const close = () => setOpen(null);
  const onStored = () => {
    close();
    refresh();
  };
  return (
    <Section name="incident-notes" title="Notes" aside={notes.length === 0 ? undefined : formatNumber(notes.length)}>
      <ul>
        {notes.map((note) => (
          <NoteLine key={note.key} note={note} commands={commands} onOpen={setOpen} />
        ))}
      </ul>
      {notes.length === 0 && <p className="mt-2 text-ink-2">{withoutNotesText(answer)}</p>}
      {isVisible && past === null && offered.length > 0 && state === "over" && <p className="mt-2 text-s text-ink-3">{notesClosedText()}</p>}
      {commands.includes("add-incident-note") && (
        <div className="mt-2.5">
          <Button onClick={() => setOpen({ command: "add-incident-note" })}>Add a note</Button>
        </div>
      )}
      <Dialog open={open !== null} onClose={close} title={open === null ? "Note" : TITLES[open.command]}>
        {open !== null && <NoteDialog incident={id} groups={noteGroups(groups)} change={open} onClose={close} onStored={onStored} />}
      </Dialog>
    </Section>
  );
}

const TITLES = { "add-incident-note": "Add a note", "edit-incident-note": "Edit the note", "undo-incident-note": "Undo the last edit" } as const;

function withoutNotesText(answer: Answer<IncidentNotesAnswer>): string {
  if (answer.kind === "waiting") return "Reading the history …";
  if (answer.kind === "refused") return answer.problem;
  const { visibility } = answer.value;
  if (visibility === "visible") return noNotesText();
  return visibility === "hidden" ? notesHiddenText() : notesAbsentText();
}

interface NoteLineProps {
  readonly note: IncidentNote;
  readonly commands: readonly ObjectCommandName[];
  readonly onOpen: (change: OpenChange) => void;
}

function NoteLine({ note, commands, onOpen }: NoteLineProps) {
  const { key, who, at, editedAt, editedBy, note: text } = note;
  const control = (command: "edit-incident-note" | "undo-incident-note", label: string) =>
    commands.includes(command) && (
      <Button look="quiet" onClick={() => onOpen({ command, note })} aria-label={`${label} the note of ${who}`}>
        {label}
      </Button>
    );
  return (
    <li data-note={key} data-who={who} data-edit={note.edit} className="border-b border-line py-2">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 text-s text-ink-3">
        <span className="font-medium wrap-anywhere text-ink-2">{who}</span>
        <IncidentMoment at={at} />
        {editedAt !== at && (
          <span data-edited-by={editedBy} className="wrap-anywhere">
            edited by {editedBy} at <IncidentMoment at={editedAt} />
          </span>
        )}
        <span className="ml-auto flex gap-1">
          {control("edit-incident-note", "Edit")}
          {control("undo-incident-note", "Undo")}
        </span>
      </div>
      <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  );
}

interface NoteDialogProps {
  readonly incident: string;
  readonly groups: readonly CommandObjectReference[];
  readonly change: OpenChange;
  readonly onClose: () => void;
  readonly onStored: () => void;
}

function NoteDialog({ incident, groups, change, onClose, onStored }: NoteDialogProps) {
  const { may, group } = useNoteGroup(groups, change.command);
  // The page renews its notes. The dialog keeps the edit that the user saw, so that the server rejects an edit of an older text.
  const [seen] = useState(change);
  const Form = seen.command === "undo-incident-note" ? UndoForm : TextForm;
  const body = useRef<HTMLDivElement>(null);
  const isAnswered = may.kind === "here";
  // The form appears after the dialog. Without this, a typed space would press "Close".
  useEffect(() => {
    if (isAnswered) body.current?.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  }, [isAnswered]);
  return (
    <div ref={body} className="grid gap-3 px-4 py-3 wrap-anywhere">
      {group === null ? (
        <p className="text-ink-2">{noNoteGroupText()}</p>
      ) : (
        <OnceAllowed may={may}>
          <Form incident={incident} group={group} change={seen} onClose={onClose} onStored={onStored} />
        </OnceAllowed>
      )}
    </div>
  );
}

type NoteFormProps = Omit<NoteDialogProps, "groups"> & { readonly group: CommandObjectReference };

function TextForm({ incident, group, change, onClose, onStored }: NoteFormProps) {
  const before = "note" in change ? change.note : null;
  const typed = useTypedText(["incident note", incident, before?.key ?? ""], before?.note ?? "");
  const { send, isSending, problem } = useSentCommand();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await send(() => sendText({ incident, group, before, text: typed.text }));
    if (outcome?.kind !== "accepted") return;
    typed.forget();
    onStored();
  };
  const cancel = () => {
    typed.forget();
    onClose();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Note, as plain text" value={typed.text} onChange={typed.type} lines={6} problem={problem} first />
      <FormFoot said={problem === "" ? "" : "Not saved."} onDone={cancel} isDone={false}>
        <Button type="submit" look={isSending ? "plain" : "primary"} aria-disabled={isSending}>
          {isSending ? "Saving" : "Save"}
        </Button>
      </FormFoot>
    </form>
  );
}

interface SentText {
  readonly incident: string;
  readonly group: CommandObjectReference;
  /** The edited note; null = a new one. */
  readonly before: IncidentNote | null;
  readonly text: string;
}

function sendText({ incident, group: address, before, text }: SentText): Promise<CommandOutcome> {
  if (before === null) return sendCommand({ name: "add-incident-note", address, resourceVersion: "", input: { incident, text } });
  const { key: note, edit } = before;
  return sendCommand({ name: "edit-incident-note", address, resourceVersion: "", input: { incident, note, edit, text } });
}

function UndoForm({ incident, group: address, change, onClose, onStored }: NoteFormProps) {
  const { send, isSending, problem } = useSentCommand();
  if (!("note" in change)) return null;
  const { key: note, edit, at, editedAt } = change.note;
  const undo = async () => {
    const input = { incident, note, edit };
    const outcome = await send(() => sendCommand({ name: "undo-incident-note", address, resourceVersion: "", input }));
    if (outcome?.kind === "accepted") onStored();
  };
  return (
    <>
      <p>{noteUndoText({ isFirst: at === editedAt })}</p>
      <FormFoot said="" problem={problem} onDone={onClose} isDone={false}>
        <Button look="primary" onClick={() => void undo()} aria-disabled={isSending}>
          Undo
        </Button>
      </FormFoot>
    </>
  );
}

/** The groups of an incident, one of each namespace first: permissions mostly belong to a namespace. */
function noteGroups(groups: readonly IncidentGroup[]): readonly CommandObjectReference[] {
  const named = groups.filter(({ name }) => name !== "").map(({ cluster, namespace, name }) => ({ cluster, namespace, name }));
  const isFirst = (group: CommandObjectReference, index: number) => named.findIndex(({ namespace }) => namespace === group.namespace) === index;
  return [...named.filter(isFirst), ...named.filter((group, index) => !isFirst(group, index))];
}

/** Requests the permission for one group after another, until the viewer may update one. `group` is null if there is none to request. */
function useNoteGroup(groups: readonly CommandObjectReference[], command: OpenChange["command"]) {
  // The page renews its groups while the dialog is open.
  const [all] = useState(groups);
  const [index, setIndex] = useState(0);
  const group = all[index] ?? null;
  const answer = useAnswer(group === null ? null : apiPaths.command(command, group), CommandPermission);
  const isDenied = answer.kind === "here" && !answer.value.may;
  const hasNext = isDenied && index < all.length - 1;
  if (hasNext) setIndex(index + 1);
  const may: Answer<CommandPermission> = hasNext ? { kind: "waiting" } : answer;
  return { may, group };
}

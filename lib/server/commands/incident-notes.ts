import type * as z from "zod/mini";
import { COMMAND_INPUTS } from "@/lib/contract/commands";
import type { NoteEdit } from "@/lib/server/history/edit-incident-notes";
import { type Command, declareCommand } from "./command";

/** A change of the notes of an incident. It needs the right to update a group of the incident. The history checks that the group is one. */
function changeNotes<Input extends { readonly incident: string }>(shape: z.ZodMiniType<Input>, editOf: (input: Input) => NoteEdit): Command {
  return declareCommand(shape, {
    verb: "update",
    kind: "workloadgroups",
    subresource: "",
    noun: "group",
    permission: ["update"],
    dryRun: "on-request",
    // The group does not change. The history compares the number of the edit.
    precondition: "none",
    ruled: "no",
    stores: ({ history, address, scope, who, dryRun }, body) => {
      const input = shape.parse(body);
      return history.changeNote({ ...editOf(input), incident: input.incident, group: address, who, dryRun }, scope);
    },
    // Without the text: the audit line holds no value that a user typed.
    changedFields: ({ incident }) => [`notes of incident ${incident}`],
    bodyOf: (input) => ({ ok: true, body: { ...input } }),
  });
}

export const addIncidentNote = changeNotes(COMMAND_INPUTS["add-incident-note"], ({ text }) => ({ what: "add", text }));
export const editIncidentNote = changeNotes(COMMAND_INPUTS["edit-incident-note"], ({ note, edit, text }) => ({ what: "edit", note, edit, text }));
export const undoIncidentNote = changeNotes(COMMAND_INPUTS["undo-incident-note"], ({ note, edit }) => ({ what: "undo", note, edit }));

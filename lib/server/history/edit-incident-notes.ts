import { randomBytes } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { CommandObjectReference } from "@/lib/contract/commands";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import { cleanText } from "@/lib/domain/object/clean-text";
import {
  incidentMergedText,
  incidentUnknownText,
  noteChangedText,
  noteEmptyText,
  noteMarkupText,
  notesClosedText,
  notesFullText,
  noteTooLongText,
  noteUnknownText,
} from "@/lib/format/incident-note-text";
import { Refusal } from "@/lib/server/http/problem";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";

/** The change of one note. */
export type NoteEdit =
  | { readonly what: "add"; readonly text: string }
  /** `note`: its key. `edit`: the number of the edit that the user saw. */
  | { readonly what: "edit"; readonly note: string; readonly edit: number; readonly text: string }
  /** Takes the newest edit back. The edit before it is the note again; without one the note is gone. */
  | { readonly what: "undo"; readonly note: string; readonly edit: number };

/** A user's change of the notes of one incident. The command checks that the user sees every namespace of it and may update one of its groups. */
export type NoteChange = {
  /** The key of the incident. */
  readonly incident: string;
  /** The group of the incident that the user may update. */
  readonly group: CommandObjectReference;
  readonly who: string;
  /** Checks only, and stores nothing. */
  readonly dryRun: boolean;
} & NoteEdit;

type Tables = Kysely<HistorySchema>;

const { noteCharacters: MOST_CHARACTERS, noteEdits: MOST_EDITS } = INCIDENT_LIMITS;
/** The beginning or the end of an element, or a comment. Other uses of "<" are plain text. */
const TAG = /<(?:\/?[a-z][^<>]*>|!--)/i;

/** Stores a change of a note: a row for each edit. Returns the key of the note. Refuses bad input with its field, and a note that another user changed meanwhile. */
export async function changeNote({ engine, write }: Pick<HistoryDatabase, "engine" | "write">, change: NoteChange, now: number): Promise<string> {
  const text = change.what === "undo" ? "" : plainNote(change.text);
  return write.transaction().execute(async (tables) => {
    const incident = await tables
      .selectFrom("incident")
      .selectAll()
      .where("incident_key", "=", change.incident)
      .where("is_expired", "=", 0)
      // A merge moves the notes. It waits until this one is stored.
      .$if(engine === "postgres", (query) => query.forShare())
      .executeTakeFirst();
    if (incident === undefined) throw new Refusal(404, "Not there", incidentUnknownText(), "incident");
    if (incident.merged_into !== null) throw new Refusal(409, "Part of another incident", incidentMergedText({ key: incident.merged_into }), "incident");
    // An undo also removes secrets that were pasted by mistake.
    if (incident.state === "over" && change.what !== "undo") throw new Refusal(409, "Incident over", notesClosedText(), "incident");
    const edits = await tables.selectFrom("incident_note").selectAll().where("incident_id", "=", incident.id).orderBy("edit").execute();
    if (change.what === "undo") return undo(tables, change, edits, now);
    if (edits.length >= MOST_EDITS) throw new Refusal(409, "Too many notes", notesFullText({ most: MOST_EDITS }), "text");
    const key = change.what === "add" ? randomBytes(9).toString("base64url") : change.note;
    if (change.what === "edit") requireNewest(edits, change);
    const edit = edits.filter(({ note_key }) => note_key === key).reduce((last, one) => Math.max(last, one.edit), 0) + 1;
    if (!change.dryRun) await store(tables, { incident_id: incident.id, note_key: key, edit, at: now, who: cleanText(change.who), note: text });
    return key;
  });
}

type Edit = Selectable<HistorySchema["incident_note"]>;

/** Returns the stored form of a note, or refuses it. */
function plainNote(text: string): string {
  const note = cleanText(text.trim());
  if (note === "") throw new Refusal(400, "Empty note", noteEmptyText(), "text");
  if (note.length > MOST_CHARACTERS) throw new Refusal(400, "Note too long", noteTooLongText({ length: note.length, most: MOST_CHARACTERS }), "text");
  const tag = TAG.exec(note)?.[0];
  if (tag !== undefined) throw new Refusal(400, "HTML in a note", noteMarkupText({ tag }), "text");
  return note;
}

/** Returns the newest edit of a note, if the user saw it. */
function requireNewest(edits: readonly Edit[], { note, edit }: { readonly note: string; readonly edit: number }): Edit {
  const newest = edits.findLast(({ note_key, undone_at }) => note_key === note && undone_at === null);
  if (newest === undefined) throw new Refusal(404, "Note not known", noteUnknownText(), "note");
  if (newest.edit !== edit) throw new Refusal(409, "Changed meanwhile", noteChangedText(), "edit");
  return newest;
}

/** Rejects, and so stores nothing, if another server stored an edit of the same number meanwhile. */
async function store(tables: Tables, row: Omit<HistorySchema["incident_note"], "id" | "undone_at" | "undone_by">): Promise<void> {
  const stored = await tables
    .insertInto("incident_note")
    .values(row)
    .onConflict((conflict) => conflict.columns(["note_key", "edit"]).doNothing())
    .returning("id")
    .execute();
  if (stored.length === 0) throw new Refusal(409, "Changed meanwhile", noteChangedText(), "edit");
}

async function undo(tables: Tables, change: Extract<NoteChange, { what: "undo" }>, edits: readonly Edit[], now: number): Promise<string> {
  const { id } = requireNewest(edits, change);
  if (change.dryRun) return change.note;
  const undone = await tables
    .updateTable("incident_note")
    .set({ undone_at: now, undone_by: cleanText(change.who) })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .returning("id")
    .execute();
  if (undone.length === 0) throw new Refusal(409, "Changed meanwhile", noteChangedText(), "edit");
  return change.note;
}

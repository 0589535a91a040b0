import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";

/** A user's note on an incident, with the text of its newest edit. Moments are milliseconds. */
export interface IncidentNote {
  readonly key: string;
  /** The number of the edit; 1 = the first text. The next edit must name this number. */
  readonly edit: number;
  /** The moment and the author of the first text. */
  readonly at: number;
  readonly who: string;
  readonly editedAt: number;
  readonly editedBy: string;
  /** The text of the user, not escaped. */
  readonly note: string;
}

/** Returns the notes of an incident, in the order in which they were first written. The caller checks that the viewer may see them. */
export async function notesOf(database: Kysely<HistorySchema>, incidentId: number): Promise<readonly IncidentNote[]> {
  const edits = await database.selectFrom("incident_note").selectAll().where("incident_id", "=", incidentId).orderBy("at").orderBy("id").execute();
  const notes = new Map<string, IncidentNote>();
  for (const { note_key: key, edit, at, who, note } of edits.filter(({ undone_at }) => undone_at === null)) {
    const first = notes.get(key);
    notes.set(key, { key, edit, at: first?.at ?? at, who: first?.who ?? who, editedAt: at, editedBy: who, note });
  }
  return [...notes.values()];
}

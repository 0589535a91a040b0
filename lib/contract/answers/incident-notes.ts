import * as z from "zod/mini";

const ms = z.number();

/** A user's note on an incident, with the text of its newest edit. Moments are milliseconds. */
const IncidentNote = z.object({
  key: z.string(),
  /** The number of the edit; 1 = the first text. The next edit must name this number. */
  edit: z.number(),
  /** The moment and the author of the first text. */
  at: ms,
  who: z.string(),
  editedAt: ms,
  editedBy: z.string(),
  /** The text of the user, not escaped. */
  note: z.string(),
});
export type IncidentNote = z.infer<typeof IncidentNote>;

/**
 * Answer of GET /api/history/incident-notes, in the order in which the notes were first written. `visibility`: "hidden" = the viewer does not see every
 * namespace of the incident; "absent" = the history does not have the incident. Both are without notes.
 */
export const IncidentNotesAnswer = z.object({ visibility: z.enum(["visible", "hidden", "absent"]), notes: z.array(IncidentNote) });
export type IncidentNotesAnswer = z.infer<typeof IncidentNotesAnswer>;

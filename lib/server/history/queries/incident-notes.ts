import { type Kysely, sql } from "kysely";
import type { IncidentNote, IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import type { Scope } from "@/lib/domain/source/scope";
import { incidentUnknownText, noteGroupText, notesHiddenText } from "@/lib/format/incident-note-text";
import type { NoteChange } from "@/lib/server/history/edit-incident-notes";
import type { HistorySchema } from "@/lib/server/history/schema";
import { seriesName } from "@/lib/server/history/series-name";
import { Refusal } from "@/lib/server/http/problem";
import { currentIncidentKey, hasVisiblePart, visibleMembers } from "./incidents";
import { inPlace } from "./place-filter";

type Tables = Kysely<HistorySchema>;

/** Returns the notes of an incident, in the order in which they were first written, if the viewer sees each of its namespaces. */
export async function incidentNotes(database: Tables, key: string, scope: Scope): Promise<IncidentNotesAnswer> {
  const id = await visibleIncidentId(database, key, scope);
  if (id === null) return { visibility: "absent", notes: [] };
  if (!(await seesEveryNamespace(database, id, scope))) return { visibility: "hidden", notes: [] };
  return { visibility: "visible", notes: await storedNotes(database, id) };
}

/** Refuses a change of notes if the viewer does not see each namespace of the incident, or if its group is not one of the incident. */
export async function requireNoteAccess(database: Tables, { incident, group }: Pick<NoteChange, "incident" | "group">, scope: Scope): Promise<void> {
  const id = await visibleIncidentId(database, incident, scope);
  if (id === null) throw new Refusal(404, "Not there", incidentUnknownText(), "incident");
  if (!(await seesEveryNamespace(database, id, scope))) throw new Refusal(403, "Not allowed", notesHiddenText(), "incident");
  const member = await database
    .selectFrom("incident_member")
    .select("id")
    .where("incident_id", "=", id)
    .where("cluster", "=", group.cluster)
    .where("namespace", "=", group.namespace)
    .where("group_name", "=", seriesName(group.name))
    .limit(1)
    .executeTakeFirst();
  if (member === undefined) throw new Refusal(409, "Not a group of the incident", noteGroupText(group), "incident");
}

/** Returns the number of an incident of which the viewer sees a part; null = there is none. */
async function visibleIncidentId(database: Tables, key: string, scope: Scope): Promise<number | null> {
  const row = await database
    .selectFrom("incident")
    .select("id")
    .where("incident_key", "=", await currentIncidentKey(database, key))
    .where("is_expired", "=", 0)
    .where("merged_into", "is", null)
    .where(hasVisiblePart(scope))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Notes may name any machine of the incident, so the viewer must see the machines of each of its namespaces. */
async function seesEveryNamespace(database: Tables, id: number, scope: Scope): Promise<boolean> {
  const machines = inPlace("incident_member", "workloadentries", scope, { clusters: [], namespaces: [] });
  const hidden = await database
    .selectFrom("incident_member")
    .select("id")
    .where("incident_id", "=", id)
    .where(sql<boolean>`not (${visibleMembers(scope)} or (kind <> 'entry' and ${machines}))`)
    .limit(1)
    .executeTakeFirst();
  return hidden === undefined;
}

async function storedNotes(database: Tables, incidentId: number): Promise<IncidentNote[]> {
  const edits = await database.selectFrom("incident_note").selectAll().where("incident_id", "=", incidentId).orderBy("at").orderBy("id").execute();
  const notes = new Map<string, IncidentNote>();
  for (const { note_key: key, edit, at, who, note } of edits.filter(({ undone_at }) => undone_at === null)) {
    const first = notes.get(key);
    notes.set(key, { key, edit, at: first?.at ?? at, who: first?.who ?? who, editedAt: at, editedBy: who, note });
  }
  return [...notes.values()];
}

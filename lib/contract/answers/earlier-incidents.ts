import * as z from "zod/mini";
import { INCIDENT_STATES } from "@/lib/domain/incidents/incident";

const ms = z.number();

/** An earlier incident of the same groups, or with the same trait in its cause. Counts and moments are those of its visible part. Milliseconds. */
export const EarlierIncident = z.object({
  key: z.string(),
  state: z.enum(INCIDENT_STATES),
  began: ms,
  endedAt: z.nullable(ms),
  /** Two of its groups as "NAMESPACE/NAME", and the number of further ones. */
  groups: z.array(z.string()),
  moreGroups: z.number(),
  machines: z.number(),
  /** The machines that were serving last. */
  serving: z.number(),
});
export type EarlierIncident = z.infer<typeof EarlierIncident>;

/**
 * Answer of GET /api/history/earlier-incidents: the newest first. Null = the history does not have the incident of the key. `since`: the beginning of the
 * history; null = not known. Milliseconds.
 */
export const EarlierIncidentsAnswer = z.object({ cases: z.nullable(z.array(EarlierIncident)), since: z.nullable(ms) });
export type EarlierIncidentsAnswer = z.infer<typeof EarlierIncidentsAnswer>;

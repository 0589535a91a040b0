import * as z from "zod/mini";

/** One namespace, and whether whoever asks may make a group there: Kubernetes says so or not, the platform team's rules leave it out, or nobody could tell. */
const GroupPlace = z.object({ namespace: z.string(), answer: z.enum(["may", "missing-right", "ruled-out", "not-known"]) });
export type GroupPlace = z.infer<typeof GroupPlace>;

/** The namespaces of a cluster in which somebody may see groups. `unasked`: how many more there are, which were not asked about. */
export const GroupPlaces = z.object({ places: z.array(GroupPlace), unasked: z.number() });
export type GroupPlaces = z.infer<typeof GroupPlaces>;

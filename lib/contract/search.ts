import * as z from "zod/mini";
import { WireSelector } from "./hosts";
import { WireState } from "./rows";

/** One hit of the search box: an object, a host (whose `name` is the host, and `selector` who defines it), or (replica, zone, network) a value that machines have, without a namespace. */
export const SearchHit = z.object({
  kind: z.enum(["entry", "group", "host", "namespace", "replica", "zone", "network"]),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  state: z.nullable(WireState),
  /** False = Healthy, and nobody can vouch for it: never green. */
  vouched: z.boolean(),
  detail: z.string(),
  selector: z.optional(WireSelector),
});
export const SearchAnswer = z.object({ hits: z.array(SearchHit), more: z.boolean() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

import * as z from "zod/mini";

/** Facts of a mesh that a viewer may type before there is a group. */
export const OWN_FACTS = ["clusterId", "trustDomain", "gateway"] as const;
export type OwnFact = (typeof OWN_FACTS)[number];

/** Longer than any that can be sent: what was typed is kept all the same. */
const Text = z.optional(z.string().check(z.maxLength(1_000_000)));

/** What a viewer typed of a cluster's mesh, none of it a secret. It stays in the browser. */
export const OwnFacts = z.object({ clusterId: Text, trustDomain: Text, gateway: Text });
export type OwnFacts = z.infer<typeof OwnFacts>;

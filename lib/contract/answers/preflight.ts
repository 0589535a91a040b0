import * as z from "zod/mini";
import { WireFact } from "@/lib/contract/views/heads";
import { JOINING_SETTINGS, READY_FACTS, SETTING_STATES } from "@/lib/domain/new-group/istiod-for-machines";
import { BundleFact, CertificateNames, MissingRight } from "./bundle";
import { PolicyAnswer } from "./platform-policy";

/** One revision of istiod as a machine needs it. */
export const RevisionReady = z.object({
  revision: z.string(),
  /** "" = not known. */
  version: z.string(),
  /** Null = Pods cannot be seen. */
  pods: z.nullable(z.object({ running: z.number(), ready: z.number() })),
  standing: z.enum(SETTING_STATES),
  settings: z.array(z.object({ setting: z.enum(JOINING_SETTINGS), isOn: z.boolean(), standing: z.enum(SETTING_STATES), source: z.string() })),
  certificateNames: CertificateNames,
});
export type RevisionReady = z.infer<typeof RevisionReady>;

/**
 * A fact of the mesh, for groups of one network, "" = of none of their own, null = for all of which no other line speaks. Of the mesh configuration the value
 * names what of it goes into the files of a machine, of a root certificate until when it holds.
 */
export const ReadyFact = z.extend(BundleFact, { fact: z.enum(READY_FACTS), network: z.nullable(z.string()) });
export type ReadyFact = z.infer<typeof ReadyFact>;

/** What of a mesh a new group needs, each with its source or with why it could not be read. */
export const Preflight = z.object({
  /** The platform team's rules. */
  rails: PolicyAnswer,
  facts: z.array(ReadyFact),
  /** `source`: where the revisions were read; `problem`: what of them cannot be seen, and whom to ask for what, "" = all can. */
  istiod: z.object({
    ...{ revisions: z.array(RevisionReady), source: z.string(), problem: z.string() },
    /** The accounts that read them; the rights that the viewer lacks; the setting of this dashboard with which its own account reads them. */
    ...{ readBy: z.optional(z.array(z.enum(["viewer", "server"]))), missing: z.optional(z.array(MissingRight)), setting: z.optional(z.string()) },
  }),
  /** istiod's settings on which it depends when machines come and go, in milliseconds. Unlimited age = known without a value. */
  waits: z.object({ grace: WireFact, maxAge: WireFact }),
});
export type Preflight = z.infer<typeof Preflight>;

import * as z from "zod/mini";
import { WireDurationFact } from "@/lib/contract/views/values";
import { JOINING_SETTINGS, MESH_CHECK_RESULTS, MESH_CHECKS } from "@/lib/domain/new-group/istiod-for-machines";
import { BundleValue, CertificateNames, MissingRight } from "./bundle";
import { PlatformPolicyAnswer } from "./platform-policy";

/** One revision of istiod, and its readiness for machines. */
export const RevisionReadiness = z.object({
  revision: z.string(),
  /** "" = not known. */
  version: z.string(),
  /** Null = Pods are not visible. */
  pods: z.nullable(z.object({ running: z.number(), ready: z.number() })),
  standing: z.enum(MESH_CHECK_RESULTS),
  settings: z.array(z.object({ setting: z.enum(JOINING_SETTINGS), isOn: z.boolean(), standing: z.enum(MESH_CHECK_RESULTS), source: z.string() })),
  certificateNames: CertificateNames,
});
export type RevisionReadiness = z.infer<typeof RevisionReadiness>;

/**
 * A fact of the mesh. `network`: the fact is for groups of this network; "" = groups without a network, null = all groups that no other row covers. `value` of
 * the mesh configuration: its settings that go into the files of a machine. `value` of a root certificate: its end of validity.
 */
export const MeshCheck = z.extend(BundleValue, { fact: z.enum(MESH_CHECKS), network: z.nullable(z.string()) });
export type MeshCheck = z.infer<typeof MeshCheck>;

/** The facts of a mesh that a new group needs. Each has its source, or the reason why it could not be read. */
export const NewGroupPreflight = z.object({
  /** The platform team's policy. */
  rails: PlatformPolicyAnswer,
  facts: z.array(MeshCheck),
  /** `source`: the origin of the revisions. `problem`: the parts that are not visible, and who can grant which right; "" = all are visible. */
  istiod: z.object({
    ...{ revisions: z.array(RevisionReadiness), source: z.string(), problem: z.string() },
    /**
     * `readBy`: the accounts that read them. `missing`: rights that the viewer lacks. `setting`: the setting with which this dashboard reads them by its own
     * account.
     */
    ...{ readBy: z.optional(z.array(z.enum(["viewer", "server"]))), missing: z.optional(z.array(MissingRight)), setting: z.optional(z.string()) },
  }),
  /** istiod's settings that decide when entries come and go, in milliseconds. An unlimited age is known without a value. */
  waits: z.object({ grace: WireDurationFact, maxAge: WireDurationFact }),
});
export type NewGroupPreflight = z.infer<typeof NewGroupPreflight>;

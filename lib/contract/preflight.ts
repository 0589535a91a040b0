import * as z from "zod/mini";
import { JOINING_SETTINGS, STANDINGS } from "@/lib/domain/new-group/istiod-for-machines";
import { BundleFact, CertificateNames } from "./bundle";
import { RailsAnswer } from "./guard-rails";
import { WireFact } from "./heads";

/** One revision of istiod as a machine needs it. */
export const RevisionReady = z.object({
  revision: z.string(),
  /** "" = not known. */
  version: z.string(),
  /** Null = Pods cannot be seen. */
  pods: z.nullable(z.object({ running: z.number(), ready: z.number() })),
  standing: z.enum(STANDINGS),
  settings: z.array(z.object({ setting: z.enum(JOINING_SETTINGS), isOn: z.boolean(), standing: z.enum(STANDINGS), source: z.string() })),
  certificateNames: CertificateNames,
});
export type RevisionReady = z.infer<typeof RevisionReady>;

/** What of a mesh a new group needs, each with its source or with why it could not be read. */
export const Preflight = z.object({
  /** The platform team's rules. */
  rails: RailsAnswer,
  /** In which versions the cluster serves WorkloadGroups. */
  apiVersions: BundleFact,
  /** The mesh configuration: its value names what of it goes into the files of a machine. */
  meshConfig: BundleFact,
  /** `source`: where the revisions were read; `problem`: what of them cannot be seen, and whom to ask for what, "" = all can. */
  istiod: z.object({ revisions: z.array(RevisionReady), source: z.string(), problem: z.string() }),
  clusterId: BundleFact,
  trustDomain: BundleFact,
  /** Its value says until when it holds. */
  rootCertificate: BundleFact,
  gateway: BundleFact,
  /** istiod's settings on which it depends when machines come and go, in milliseconds. Unlimited age = known without a value. */
  waits: z.object({ grace: WireFact, maxAge: WireFact }),
});
export type Preflight = z.infer<typeof Preflight>;

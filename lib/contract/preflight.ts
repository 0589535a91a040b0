import * as z from "zod/mini";
import { BundleFact } from "./bundle";
import { RailsAnswer } from "./guard-rails";

/** What of a mesh a new group needs, each with its source or with why it could not be read. */
export const Preflight = z.object({
  /** The platform team's rules. */
  rails: RailsAnswer,
  apiVersions: BundleFact,
  version: BundleFact,
  clusterId: BundleFact,
  trustDomain: BundleFact,
  rootCertificate: BundleFact,
  gateway: BundleFact,
});
export type Preflight = z.infer<typeof Preflight>;

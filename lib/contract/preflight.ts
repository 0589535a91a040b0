import * as z from "zod/mini";
import { BundleFact } from "./bundle";

/** What of a mesh a new group needs, each with its source or with why it could not be read. */
export const Preflight = z.object({
  apiVersions: BundleFact,
  version: BundleFact,
  clusterId: BundleFact,
  trustDomain: BundleFact,
  rootCertificate: BundleFact,
  gateway: BundleFact,
});
export type Preflight = z.infer<typeof Preflight>;

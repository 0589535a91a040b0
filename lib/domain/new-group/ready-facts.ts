/** What the first step of a new group tells of the mesh, in the order of the page. The revision only where a preset names one. */
export const READY_FACTS = ["apiVersions", "meshConfig", "revision", "clusterId", "trustDomain", "rootCertificate", "gateway"] as const;
export type ReadyFactName = (typeof READY_FACTS)[number];

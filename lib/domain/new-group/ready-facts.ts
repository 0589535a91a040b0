/** What the first step of a new group tells of the mesh, in the order of the page. The revision only where a preset names one. */
export const READY_FACTS = ["apiVersions", "meshConfig", "revision", "clusterId", "trustDomain", "rootCertificate", "gateway"] as const;
export type ReadyFactName = (typeof READY_FACTS)[number];

/** The faults of a value of the mesh. "forbidden": the viewer lacks the right that `missing` names. */
export const FACT_FAULTS = [
  ...(["absent", "empty", "forbidden", "unreadable", "no-gateway", "no-gateway-address", "closed-gateway", "no-api-group", "no-version"] as const),
  ...(["no-certificate", "certificate-ended", "certificate-not-yet", "differs-from-preset", "no-revision"] as const),
] as const;
export type FactFault = (typeof FACT_FAULTS)[number];

/** The items of the first step: what each is for. */
export const FACT_WORDS = {
  apiVersions: { title: "Istio's kinds", needed: "The cluster has to know WorkloadGroups." },
  clusterId: { title: "Cluster ID", needed: "A wrong one keeps machines away; an empty one does not." },
  trustDomain: { title: "Trust domain", needed: "Part of every machine's identity." },
  rootCertificate: { title: "Root certificate", needed: "The machine trusts istiod by it." },
  gateway: { title: "East-west gateway", needed: "Machines outside the cluster's network reach istiod through it." },
} as const;

/** The rights of the steps: what each is for. */
export const RIGHT_WORDS = {
  "create-serviceaccount": "Make a service account",
  "create-workloadgroup": "Make the group",
  "create-service": "Make a Service",
  "create-serviceentry": "Make a ServiceEntry",
  "issue-token": "Make a token for machines",
} as const;

/** A right that is missing, and whom to ask for it. `missing`: without the last full stop. */
export function askForRightWords({ missing, namespace }: { readonly missing: string; readonly namespace: string }): string {
  return `${missing}. Ask whoever gives rights in ${namespace} for it, or copy the YAML for Git at the end.`;
}

/** A draft in the list of those that this browser keeps. */
export function draftWords({ name, namespace }: { readonly name: string; readonly namespace: string }): string {
  return `${name === "" ? "without a name" : name} in ${namespace}`;
}

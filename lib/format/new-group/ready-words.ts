import type { MeshCheckName } from "@/lib/domain/new-group/istiod-for-machines";
import { listOf } from "@/lib/format/text/lists";

/** The facts of the first step: what each is for. */
export const FACT_WORDS: Readonly<Record<MeshCheckName, { readonly title: string; readonly needed: string }>> = {
  apiVersions: { title: "Versions of WorkloadGroup", needed: "A group is written in the first of v1, v1beta1 and v1alpha3 that the cluster has." },
  meshConfig: { title: "Mesh configuration", needed: "A machine's files get these of its fields." },
  revision: { title: "Revision of istiod", needed: "The files of machines are for it, unless the group's label istio.io/rev names another." },
  clusterId: { title: "Cluster ID", needed: "A wrong one keeps machines away; an empty one does not." },
  trustDomain: { title: "Trust domain", needed: "Part of every machine's identity." },
  rootCertificate: { title: "Root certificate", needed: "The machine trusts istiod by it." },
  gateway: { title: "East-west gateway", needed: "Machines outside the cluster's network reach istiod through it." },
};

/** "Cluster ID"; with a network "Cluster ID, network dc-1": it is of groups of that network, "" = of no network of their own. */
export function factTitle({ fact, network }: { readonly fact: MeshCheckName; readonly network: string | null }): string {
  const { title } = FACT_WORDS[fact];
  if (network === null) return title;
  return network === "" ? `${title}, groups without a network` : `${title}, network ${network}`;
}

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

/** Whom to ask where something cannot be seen. `shares`: the server reads it with its own account, which may not either. */
export function askToReadWords({ namespace, right, shares }: { readonly namespace: string; readonly right: string; readonly shares: boolean }): string {
  const own = shares
    ? "or whoever runs this dashboard for the same rights of its own account"
    : "or whoever runs this dashboard for STOLOS_SHARE_MESH_FACTS=true, with which its own account reads them";
  return `Ask whoever gives rights in ${namespace} for ${right}, ${own}.`;
}

export function noApiGroupWords({ group }: { readonly group: string }): string {
  return `This cluster has no API group ${group}: Istio's CRDs are not there. Ask whoever runs the mesh for them.`;
}

/** `served`: the versions in which the cluster has WorkloadGroups; `writes`: those in which groups are written. */
export function unwrittenVersionsWords({ served, writes }: { readonly served: readonly string[]; readonly writes: readonly string[] }): string {
  const has = served.length === 0 ? "serves no WorkloadGroups" : `serves WorkloadGroups in ${listOf(served)}`;
  return `This cluster ${has}; a group would be written in the first of ${listOf(writes)} that its API group has. Ask whoever runs the mesh for Istio's CRDs.`;
}

/** Whom to ask where the list of a cluster's kinds cannot be read, which every user may as a rule. */
export function askForKindsWords({ group }: { readonly group: string }): string {
  return `Ask whoever runs the cluster for the verb get on /apis/${group}.`;
}

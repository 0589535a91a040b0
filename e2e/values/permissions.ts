import type { Cluster } from "@/e2e/cluster";

/** The permissions of a person to create objects, and the API versions, as the API server reports them. */
export interface Permissions {
  /** Missing permissions, each as "VERB RESOURCE NAMESPACE". */
  readonly missing: ReadonlySet<string>;
  /** The versions of Istio's networking API, in the API server's order. */
  readonly versions: readonly string[];
}

/** The kinds that a new group and its services need. */
const NEEDED = [
  { group: "", resource: "serviceaccounts" },
  { group: "networking.istio.io", resource: "workloadgroups" },
  { group: "", resource: "services" },
  { group: "networking.istio.io", resource: "serviceentries" },
  { group: "", resource: "serviceaccounts", subresource: "token" },
] as const;

/** Reads by access reviews which kinds a person may create in each of these namespaces. */
export async function permissionsOf(person: Cluster, namespaces: readonly string[]): Promise<Permissions> {
  const missing = new Set<string>();
  for (const namespace of namespaces) {
    for (const needed of NEEDED) {
      const { group, resource } = needed;
      const spec = { resourceAttributes: { ...needed, verb: "create", namespace } };
      const answer: unknown = await person.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        ...{ apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec },
      });
      const { status } = answer as { readonly status: { readonly allowed: boolean } };
      const whole = [resource, ...("subresource" in needed ? [needed.subresource] : [])].join("/");
      if (!status.allowed) missing.add(`create ${[whole, ...(group === "" ? [] : [group])].join(".")} ${namespace}`);
    }
  }
  const group: unknown = await person.get("/apis/networking.istio.io");
  const { versions } = group as { readonly versions: readonly { readonly version: string }[] };
  return { missing, versions: versions.map(({ version }) => version) };
}

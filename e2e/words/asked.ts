import type { Cluster } from "@/e2e/cluster";

/** What a test asks the API server itself, as the person who looks at the page, and what it did on the page. */
export interface Asked {
  /** Who looks at the page; "" = nobody signed in. */
  readonly person: string;
  /** Rights of the person that are missing, each as "VERB RESOURCE NAMESPACE". */
  readonly missing: ReadonlySet<string>;
  /** The versions in which the API server has Istio's networking kinds, as it lists them. */
  readonly versions: readonly string[];
  /** The entries that are chosen on the page, each as "NAMESPACE/NAME". */
  readonly chosen: readonly string[];
}

export const NOTHING_ASKED: Asked = { person: "", missing: new Set(), versions: [], chosen: [] };

/** What somebody needs to make a group and what leads to it, by resource. */
const NEEDED = [
  { group: "", resource: "serviceaccounts" },
  { group: "networking.istio.io", resource: "workloadgroups" },
  { group: "", resource: "services" },
  { group: "networking.istio.io", resource: "serviceentries" },
  { group: "", resource: "serviceaccounts", subresource: "token" },
] as const;

/** Asks by access reviews what the person of this name may create in each of these namespaces, and which versions there are. */
export async function askAs(name: string, person: Cluster, namespaces: readonly string[]): Promise<Asked> {
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
  return { ...NOTHING_ASKED, person: name, missing, versions: versions.map(({ version }) => version) };
}

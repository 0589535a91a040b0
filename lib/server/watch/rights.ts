import type { NamespaceScope } from "@/lib/domain/scope";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { RESOURCES, type Resource, type ResourceKind } from "@/lib/server/kube/resources";
import { reviewAccess } from "@/lib/server/kube/review-access";

/** Where each kind may be listed and watched; a kind without rights is missing. */
export type Rights = ReadonlyMap<ResourceKind, NamespaceScope>;

/** Kinds that are asked for in every namespace that holds machines. */
const PER_NAMESPACE: readonly ResourceKind[] = ["workloadgroups", "workloadentries", "serviceentries", "services", "pods"];

export interface RightsQuestion {
  /** Namespaces to ask about where a kind may not be seen everywhere. */
  readonly namespaces: readonly string[];
  /** Where istiod runs: its Pods and Deployments are asked for there too. */
  readonly istioNamespace: string;
}

/** Asks the cluster what the client's own credentials may list and watch: everywhere first, then namespace by namespace. */
export async function askRights(client: KubeClient, question: RightsQuestion): Promise<Answer<Rights>> {
  const rights = new Map<ResourceKind, NamespaceScope>();
  const kinds = Object.values(RESOURCES);
  // One question goes ahead: a server that is down is asked once, not once for every kind.
  const ahead = await mayFollow(client, RESOURCES.workloadentries, null);
  if (!ahead.ok) return ahead;
  const everywhere = await Promise.all(kinds.map((resource) => (resource.kind === "workloadentries" ? ahead : mayFollow(client, resource, null))));
  for (const [index, resource] of kinds.entries()) {
    const answer = everywhere[index];
    if (answer === undefined) continue;
    if (!answer.ok) return answer;
    if (answer.value) rights.set(resource.kind, "all");
  }
  const places = new Set([...question.namespaces, question.istioNamespace]);
  for (const namespace of [...places].sort()) {
    const asked = kindsFor(namespace, question).filter((kind) => rights.get(kind) !== "all");
    const answers = await Promise.all(asked.map((kind) => mayFollow(client, RESOURCES[kind], namespace)));
    for (const [index, kind] of asked.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      if (!answer.ok) return answer;
      if (answer.value) rights.set(kind, [...asList(rights.get(kind)), namespace]);
    }
  }
  return { ok: true, value: rights };
}

function kindsFor(namespace: string, question: RightsQuestion): readonly ResourceKind[] {
  const own = question.namespaces.includes(namespace) ? PER_NAMESPACE : [];
  return namespace === question.istioNamespace ? [...new Set<ResourceKind>([...own, "pods", "deployments"])] : own;
}

async function mayFollow(client: KubeClient, resource: Resource, namespace: string | null): Promise<Answer<boolean>> {
  for (const verb of ["list", "watch"] as const) {
    const answer = await reviewAccess(client, { verb, group: resource.group, resource: resource.kind, namespace });
    if (!answer.ok || !answer.value) return answer;
  }
  return { ok: true, value: true };
}

function asList(scope: NamespaceScope | undefined): readonly string[] {
  return scope === undefined || scope === "all" ? [] : scope;
}

import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { callersOf } from "@/lib/domain/hosts/rivals";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import { type Ownership, ownershipOf } from "@/lib/domain/selection/owners";
import { A_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";

/** Stands for every namespace that no owner is in and none names. */
export const ELSEWHERE = "";

/** The owner of a host name for callers in each namespace that has or names an owner, and in any other namespace. */
export function ownershipBy(
  name: string,
  owners: readonly FindingHost[],
  world: FindingsWorld,
): readonly { readonly namespace: string; readonly ownership: Ownership }[] {
  const selectors = owners.map(({ selector }) => selector);
  const selection: SelectionWorld = {
    ...world.selection(),
    services: selectors.filter((one): one is KubernetesService => one.kind === "Service"),
    serviceEntries: selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry"),
  };
  const named = selectors.flatMap((selector) => {
    const audience = callersOf(selector, selection.mesh);
    return audience === "all" ? [] : audience;
  });
  const namespaces = [...new Set([...selectors.map(({ namespace }) => namespace), ...named])].sort();
  return [...namespaces, ELSEWHERE].map((namespace) => ({ namespace, ownership: ownershipOf(name, { ...A_CALLER, namespace }, selection) }));
}

export function outcomeFor({ selector }: FindingHost, { claims }: Ownership): string | null {
  const isOurs = ({ kind, namespace, name }: FindingHost["selector"]) => kind === selector.kind && namespace === selector.namespace && name === selector.name;
  return claims.find(({ definition }) => isOurs(definition.origin))?.outcome ?? null;
}

import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { hostObject, takenBy } from "@/lib/domain/findings/host-parts";
import { type Detected, type FindingPatch, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { callersOf } from "@/lib/domain/hosts/rivals";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import { type Ownership, ownershipOf } from "@/lib/domain/selection/owners";
import { A_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";

/** Stands for every namespace that no owner is in and none names. */
export const ELSEWHERE = "";

/**
 * Objects in several namespaces define one host name: one of them wins for each calling namespace, and the machines of the others are called from there by
 * nobody (pilot/pkg/model/push_context.go initServiceRegistry, pilot/pkg/model/sidecar.go selectServices).
 */
export const ownedByAnother: Rule<"host"> = {
  code: "STL310",
  name: "owned-by-another",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["services", "serviceentries", "sidecars"],
  betterWith: ["workload-pods"],
  detect: (host, world) => host.hosts.flatMap((name) => lostOf(name, host, world)),
};

function lostOf(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const owners = world.hostsDefining(name);
  if (owners.every(({ selector }) => selector.namespace === host.selector.namespace)) return [];
  if (takenBy(world.countsOf(host)) === 0) return [];
  const seen = ownershipBy(name, owners, world);
  const lost = seen.filter(({ ownership }) => outcomeFor(host, ownership) === "other-namespace-wins");
  if (lost.length === 0) return [];
  const evidence = {
    host: name,
    machines: world.countsOf(host).machines?.taken ?? 0,
    lostFor: lost.map(({ namespace }) => namespace),
    winners: lost.map(({ ownership }) => winnerOf(ownership)),
  };
  const others = owners.filter((one) => one.uid !== host.uid).map(hostObject);
  const isLostElsewhere = lost.some(({ namespace }) => namespace === ELSEWHERE);
  return [{ of: name, objects: [hostObject(host), ...others], evidence, ...(isLostElsewhere ? { patch: patchFor(host) } : {}) }];
}

/** Whose a host is, seen from each namespace that an owner is in or names, and from any other. */
function ownershipBy(
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

function outcomeFor({ selector }: FindingHost, { claims }: Ownership): string | null {
  const isOurs = ({ kind, namespace, name }: FindingHost["selector"]) => kind === selector.kind && namespace === selector.namespace && name === selector.name;
  return claims.find(({ definition }) => isOurs(definition.origin))?.outcome ?? null;
}

function winnerOf({ winner }: Ownership): string {
  return winner === null ? "" : `${winner.origin.kind} ${winner.namespace}/${winner.origin.name}`;
}

/** Its own namespace is the one that it always has: shown to that alone, it loses nowhere. */
function patchFor({ selector }: FindingHost): FindingPatch {
  const body = selector.kind === "Service" ? { metadata: { annotations: { "networking.istio.io/exportTo": "." } } } : { spec: { exportTo: ["."] } };
  return { ...findingObject(selector.kind, selector), type: "merge", body };
}

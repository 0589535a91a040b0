import { type Skew, skewOf } from "@/lib/domain/control-plane/skew";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { Replica } from "@/lib/domain/world";

/**
 * One replica of istiod holds far more machines than its share: it alone sends them their configuration, and when it is lost they all connect anew at
 * once. A stream stays where it is until it is as old as it may become (pilot/pkg/grpc, pkg/keepalive/options.go).
 */
export const controllerSkew: Rule<"mesh"> = {
  code: "STL601",
  name: "controller-skew",
  subject: "mesh",
  severity: "note",
  needs: ["istiod-pods"],
  needsAll: ["workloadentries"],
  noPatchBecause: "streams move by themselves as they are recycled, or at once when the replica is restarted",
  detect: (_mesh, world) => {
    if (world.world.replicas.kind !== "known") return { cannotTell: ["istiod-pods"] };
    const running = [...world.world.replicas.value.values()].filter(({ runningSince }) => runningSince !== null);
    return byRevision(running).flatMap(([revision, replicas]) => {
      const skew = skewOfReplicas(replicas, world);
      if (skew === null || !skew.isUneven) return [];
      const { fullest, even } = skew;
      const namespace = replicas.find(({ name }) => name === fullest.name)?.namespace ?? "";
      const evidence = { revision, replica: fullest.name, held: fullest.held, even: Math.round(even), replicas: replicas.length };
      return [{ of: revision, objects: [findingObject("Pod", { namespace, name: fullest.name })], evidence }];
    });
  },
};

function byRevision(replicas: readonly Replica[]): readonly (readonly [revision: string, replicas: readonly Replica[]])[] {
  const revisions = [...new Set(replicas.map(({ revision }) => revision || "default"))].sort();
  return revisions.map((revision) => [revision, replicas.filter((replica) => (replica.revision || "default") === revision)]);
}

function skewOfReplicas(replicas: readonly Replica[], world: FindingsWorld): Skew | null {
  const held = new Map(world.controllersInUse().map((controller) => [controller.name, controller.held]));
  return skewOf([...replicas].map(({ name }) => ({ name, held: held.get(name) ?? 0 })).sort((a, b) => (a.name < b.name ? -1 : 1)));
}

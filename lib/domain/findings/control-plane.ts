import { type ConnectionSkew, connectionSkew } from "@/lib/domain/control-plane/skew";
import type { Replica } from "@/lib/domain/mesh/world";
import type { FindingsWorld } from "./findings-world";
import { findingObject, type Rule } from "./rule";
import { runningRevisions } from "./running-revisions";

/**
 * One replica of istiod has far more connections than its share. It alone sends configuration to the machines of these connections, and if it ends,
 * all of them reconnect at once. A stream stays on its replica until its maximum age (pilot/pkg/grpc, pkg/keepalive/options.go).
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

function skewOfReplicas(replicas: readonly Replica[], world: FindingsWorld): ConnectionSkew | null {
  const held = new Map(world.controllersInUse().map((controller) => [controller.name, controller.held]));
  return connectionSkew([...replicas].map(({ name }) => ({ name, held: held.get(name) ?? 0 })).sort((a, b) => (a.name < b.name ? -1 : 1)));
}

/**
 * A namespace has the label of a revision that no istiod runs. New Pods there get no sidecar, or wait for one, and bundles for its machines name an istiod that
 * does not answer. The value can be a tag, which only the configuration of a webhook shows (istioctl tag; pkg/revisions/tag_watcher.go).
 */
export const namespaceRevisionNotRunning: Rule<"mesh"> = {
  code: "STL602",
  name: "namespace-revision-not-running",
  subject: "mesh",
  severity: "note",
  needs: ["istiod-pods", "namespaces"],
  noPatchBecause: "the name may be a tag of a revision, and which revision a namespace is meant to have is its team's choice",
  detect: (_mesh, { world }) => {
    const running = runningRevisions(world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (world.places.namespaces.kind !== "known") return { cannotTell: ["namespaces"] };
    if (running.length === 0) return [];
    const asking = [...world.places.namespaces.value].filter(([, { revision }]) => revision !== "" && !running.includes(revision));
    return asking.map(([name, { revision }]) => ({
      of: name,
      objects: [findingObject("Namespace", { namespace: name, name })],
      evidence: { namespace: name, revision, running },
    }));
  },
};

/** Rules about the control plane. */
export const CONTROL_PLANE_RULES: readonly Rule<"mesh">[] = [controllerSkew, namespaceRevisionNotRunning];

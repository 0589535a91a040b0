import type { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { controlPlaneNamespace, deploymentName, istiodDeployment, istiodPod, runningStatus } from "@/lib/sandbox/istiod/istiod-pods";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { Replica } from "@/lib/sandbox/istiod/replica";
import type { Stage } from "@/lib/sandbox/istiod/stage";
import type { Fleet } from "./fleet";
import { entryOf } from "./machine-plan";
import { seededMeta } from "./seeded-meta";

/** Replicas ran for days before the sandbox did: no connection is older than the one that holds it. */
const replicaAgeNanos = 6n * 86_400_000_000_000n;

/**
 * Puts a fleet into the cluster as if it had been there for long: `put` writes past the API, with creation times of the past.
 * Ends with every machine on the stage, connected to the replica that its entry names.
 */
export async function seedFleet(fleet: Fleet, stage: Stage, put: (object: KubeObject) => void): Promise<void> {
  const { controlPlane } = stage;
  for (const object of fleet.objects) put(object);
  seedReplicas(fleet, controlPlane, put);
  for (const { object, machines } of fleet.groups) {
    for (const plan of machines) {
      const holder = choose(controlPlane, plan.proxy.revision);
      put(entryOf(plan, object, holder.podName));
      stage.add(plan.proxy).resume(holder, plan.connectedAt, plan.verdict);
    }
    // Between two groups the process may hear that it is to end.
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const proxy of fleet.visitors) {
    const machine = stage.add(proxy);
    machine.start();
    machine.report("");
  }
}

function seedReplicas(fleet: Fleet, controlPlane: ControlPlane, put: (object: KubeObject) => void): void {
  const { clock, settings, places } = controlPlane.options;
  const startedAt = clock.nanos() - replicaAgeNanos;
  for (const revision of fleet.revisions) {
    const deployment = istiodDeployment(revision, settings, revision.replicas);
    put({ ...deployment, metadata: { ...seededMeta(controlPlaneNamespace, deploymentName(revision), startedAt, "helm", "apps/v1"), ...deployment.metadata } });
    for (let count = 0; count < revision.replicas; count++) {
      const name = controlPlane.freshName(revision);
      const place = places[controlPlane.pods.size % places.length];
      if (place === undefined) throw new Error("a control plane needs at least one place for its Pods");
      const pod = istiodPod(name, revision, settings, place);
      const metadata = { ...seededMeta(controlPlaneNamespace, name, startedAt, "kube-controller-manager", "v1"), ...pod.metadata };
      put({ ...pod, metadata, status: runningStatus("discovery", place, kubeTime(startedAt)) });
      controlPlane.hold({ name, revision, place, replica: null });
    }
  }
}

function choose(controlPlane: ControlPlane, revision: string | undefined): Replica {
  return controlPlane.options.random.pick(controlPlane.running(revision));
}

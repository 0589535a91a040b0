import { podObject } from "@/lib/sandbox/fleet/ground";
import { nodes } from "@/lib/sandbox/fleet/places";
import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { runningStatus } from "@/lib/sandbox/istiod/istiod-pods";
import { isThereAlready, type KubeObject, type ObjectRef, refOf } from "@/lib/sandbox/istiod/kube-api";
import type { Scene } from "./scene";

/** A Deployment, and where its Pods listen: the port, and the first three bytes of their addresses. */
export interface PodPlan {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  readonly subnet: string;
}

/** Scales a Deployment: Pods run and are ready at once; those that go are the newest. */
export async function scaleTo(scene: Scene, plan: PodPlan, count: number): Promise<void> {
  const { namespace, name } = plan;
  const all = await scene.hands.list("Pod", namespace);
  const own = all.filter(({ metadata }) => metadata.labels?.app === name).sort((left, right) => ageOf(left).localeCompare(ageOf(right)));
  for (const pod of own.slice(count)) await scene.hands.remove(refOf(pod), { gracePeriodSeconds: 0 });
  const taken = new Set(own.slice(0, count).map(({ status }) => String(status?.podIP)));
  for (let number = own.length; number < count; number++) await addPod(scene, plan, own[0], taken);
  await change(scene, { kind: "Deployment", namespace, name }, (deployment) => ({ ...deployment, spec: { ...deployment.spec, replicas: count } }));
  await writeStatus(
    scene,
    { kind: "Deployment", namespace, name },
    {
      observedGeneration: 1,
      replicas: count,
      updatedReplicas: count,
      readyReplicas: count,
      availableReplicas: count,
    },
  );
}

async function addPod(scene: Scene, plan: PodPlan, sibling: KubeObject | undefined, taken: Set<string>): Promise<void> {
  const { namespace, name, port, subnet } = plan;
  const hash = sibling?.metadata.labels?.["pod-template-hash"] ?? scene.random.suffix(9);
  const place = nodes[taken.size % nodes.length];
  if (place === undefined) throw new Error("no nodes");
  const host = Array.from({ length: 250 }, (_, index) => index + 4).find((last) => !taken.has(`${subnet}.${last}`)) ?? 254;
  const ip = `${subnet}.${host}`;
  taken.add(ip);
  const now = scene.stage.controlPlane.options.clock.nanos();
  const labels = { app: name, version: "containers", "pod-template-hash": hash };
  const pod = podObject({ namespace, name: `${name}-${hash}-${scene.random.suffix(5)}`, labels, place, ip, port, createdAt: now });
  const metadata = { name: pod.metadata.name, namespace, labels };
  await ensure(scene, { ...pod, metadata, status: runningStatus("app", { ip }, kubeTime(now)) });
}

/** Writes an object with its status, unless one of its name is there. */
export async function ensure(scene: Scene, object: KubeObject): Promise<void> {
  try {
    const created = await scene.hands.create(object);
    if (object.status !== undefined) await scene.hands.replace({ ...created, status: object.status }, "status");
  } catch (problem) {
    if (!isThereAlready(problem)) throw problem;
  }
}

/** Changes an object, if it is there. */
export async function change(scene: Scene, ref: ObjectRef, changed: (object: KubeObject) => KubeObject): Promise<void> {
  const object = await scene.hands.get(ref);
  if (object !== null) await scene.hands.replace(changed(object));
}

async function writeStatus(scene: Scene, ref: ObjectRef, status: Record<string, unknown>): Promise<void> {
  const object = await scene.hands.get(ref);
  if (object !== null) await scene.hands.replace({ ...object, status }, "status");
}

const ageOf = ({ metadata }: KubeObject): string => metadata.creationTimestamp ?? "";

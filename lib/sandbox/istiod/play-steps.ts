import { isThereAlready, type KubeApi, refOf } from "./kube-api";
import { proxyId } from "./proxy";
import type { Stage } from "./stage";
import type { Step } from "./steps";
import { updateEntry } from "./update-entry";

/**
 * Plays steps one after the other. `pause` lets time pass, really or on a virtual clock.
 * A step that is refused is told to `onRefusal`, and the play goes on.
 */
export async function playSteps(
  stage: Stage,
  steps: Iterable<Step>,
  pause: (durationMs: number) => Promise<void>,
  onRefusal: (step: Step, problem: unknown) => void,
): Promise<void> {
  for (const step of steps) {
    try {
      if (step.verb === "wait") await pause(step.durationMs);
      else await playStep(stage, step);
    } catch (problem) {
      onRefusal(step, problem);
    }
  }
}

/** Does one step; throws where it is refused. */
export async function playStep(stage: Stage, step: Exclude<Step, { verb: "wait" }>): Promise<void> {
  const { controlPlane } = stage;
  const { api } = controlPlane.options;
  switch (step.verb) {
    case "connect":
      return stage.add(step.proxy).start();
    case "health":
      return stage.machine(step.machine).report(step.problem);
    case "disconnect":
      return stage.remove(step.machine);
    case "vanish":
      stage.machine(step.machine).vanish();
      stage.machines.delete(step.machine);
      return;
    case "start-istiod":
      await controlPlane.start({ name: "default", version: "1.31.0", replicas: 2 }, podNameOf(stage, step.replica));
      return;
    case "lose-istiod":
      return controlPlane.lose(podNameOf(stage, step.replica));
    case "stop-istiod":
      return controlPlane.stop(podNameOf(stage, step.replica), (proxy) => step.writes?.includes(proxyId(proxy)) ?? false);
    case "apply":
      for (const object of step.objects) await createUnlessThere(api, object);
      return;
    case "delete":
      return removeAll(api, step);
    case "mark":
      await updateEntry(api, step, (object) => ({
        ...object,
        metadata: { ...object.metadata, [step.field]: { ...object.metadata[step.field], [step.key]: step.value } },
      }));
  }
}

/** The Pod that a replica's short name ("a") or full name stands for. */
export function podNameOf(stage: Stage, replica: string): string {
  return stage.controlPlane.pods.has(replica) || replica.startsWith("istiod-") ? replica : `istiod-${replica}`;
}

async function createUnlessThere(api: KubeApi, object: Parameters<KubeApi["create"]>[0]): Promise<void> {
  try {
    await api.create(object);
  } catch (problem) {
    if (!isThereAlready(problem)) throw problem;
  }
}

async function removeAll(api: KubeApi, step: Extract<Step, { verb: "delete" }>): Promise<void> {
  const refs = step.name === null ? (await api.list(step.kind, step.namespace)).map(refOf) : [{ ...step, name: step.name }];
  for (const ref of refs) await api.remove(ref, { gracePeriodSeconds: 0 });
}

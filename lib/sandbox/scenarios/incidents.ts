import { type Failure, probeMessage } from "@/lib/sandbox/fleet/probe-messages";
import { deploymentName, type Revision } from "@/lib/sandbox/istiod/istiod-pods";
import type { VirtualMachine } from "@/lib/sandbox/istiod/virtual-machine";
import { planOf, type Scene } from "./scene";

/** Of the disconnections that race with the end of a replica, this share is written: most are overtaken by the machine's return. */
const writtenShare = 0.15;

/** Makes a machine's probe fail, with the words of its kind of probe. */
export function failProbe(scene: Scene, machine: VirtualMachine, failure: Failure): void {
  const plan = planOf(scene, machine);
  const { probe = "http", port = 8080 } = plan ?? {};
  if (probe !== "none") machine.report(probeMessage(probe, failure, machine.proxy.address, port, scene.random));
}

export function healProbe(machine: VirtualMachine): void {
  if (machine.verdict !== null && machine.verdict !== "") machine.report("");
}

/** Something for each machine in turn, spread over a time. */
export async function overTime(scene: Scene, machines: readonly VirtualMachine[], spanMs: number, act: (machine: VirtualMachine) => void): Promise<void> {
  for (const machine of machines) {
    act(machine);
    await scene.pause(spanMs / machines.length);
  }
}

/** Rolls a revision as its Deployment would: a new Pod with a new hash comes up, an old one ends, until all are new. */
export async function rollRevision(scene: Scene, revision: Revision): Promise<void> {
  const { controlPlane } = scene.stage;
  const old = [...controlPlane.pods.values()].filter((pod) => pod.revision.name === revision.name && pod.replica !== null);
  const hash = scene.random.suffix(10);
  for (const pod of old) {
    await controlPlane.start(revision, `${deploymentName(revision)}-${hash}-${scene.random.suffix(5)}`);
    await scene.pause(6_000);
    scene.tell(`istiod ${pod.name} ends; its machines move`);
    // The Pod may have been lost meanwhile, by another hand.
    if (pod.replica !== null) await controlPlane.stop(pod.name, () => scene.random.next() < writtenShare);
    await scene.pause(12_000);
  }
}

/** A replica dies together with some of its machines: nobody writes that they left. Answers the machines. */
export function loseWithMachines(scene: Scene, podName: string, count: number): VirtualMachine[] {
  const held = [...scene.stage.machines.values()].filter(({ state }) => state.kind === "connected" && state.replica === podName);
  const dying = scene.random.shuffled(held).slice(0, count);
  scene.stage.controlPlane.lose(podName);
  for (const machine of dying) machine.stop();
  scene.tell(`istiod ${podName} is lost, and ${dying.map(({ proxy }) => proxy.name).join(", ")} with it`);
  return dying;
}

/** Everybody is back, and every probe content. */
export function restore(scene: Scene): void {
  for (const machine of scene.stage.machines.values()) {
    healProbe(machine);
    machine.start();
  }
}

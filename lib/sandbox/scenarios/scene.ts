import type { GroupPlan } from "@/lib/sandbox/fleet/demo-groups";
import type { KubeApi } from "@/lib/sandbox/istiod/kube-api";
import type { Random } from "@/lib/sandbox/istiod/random";
import type { Stage } from "@/lib/sandbox/istiod/stage";
import type { VirtualMachine } from "@/lib/sandbox/istiod/virtual-machine";

/** What a scenario plays with. */
export interface Scene {
  readonly stage: Stage;
  readonly random: Random;
  /** The API as people use it who may do everything: what is not istiod's to write. */
  readonly hands: KubeApi;
  /** The plan of each group, by "namespace/name". */
  readonly plans: ReadonlyMap<string, GroupPlan>;
  /** Lets time pass, shortened by the sandbox's speed. Rejects once another scenario begins. */
  readonly pause: (durationMs: number) => Promise<void>;
  /** Says what is going on, for whoever watches the sandbox's output. */
  readonly tell: (line: string) => void;
}

export type Scenario = (scene: Scene) => Promise<void>;

export function groupIdOf(machine: VirtualMachine): string {
  return `${machine.proxy.namespace}/${machine.proxy.group ?? ""}`;
}

export function planOf(scene: Scene, machine: VirtualMachine): GroupPlan | undefined {
  return scene.plans.get(groupIdOf(machine));
}

/** Machines that are connected and well. */
export function wellMachines(scene: Scene): VirtualMachine[] {
  return [...scene.stage.machines.values()].filter(({ state, verdict }) => state.kind === "connected" && (verdict === null || verdict === ""));
}

/** Machines that are well and have a probe that could fail. */
export function probedMachines(scene: Scene): VirtualMachine[] {
  return wellMachines(scene).filter(({ verdict }) => verdict === "");
}

/** The well machines of one group by chance, of at least `atLeast` machines; fewer when no group has as many. */
export function someGroup(scene: Scene, machines: readonly VirtualMachine[], atLeast: number): VirtualMachine[] {
  const byGroup = new Map<string, VirtualMachine[]>();
  for (const machine of machines) byGroup.set(groupIdOf(machine), [...(byGroup.get(groupIdOf(machine)) ?? []), machine]);
  const groups = [...byGroup.values()];
  const bigEnough = groups.filter((members) => members.length >= atLeast);
  const choice = bigEnough.length > 0 ? bigEnough : groups;
  return choice.length === 0 ? [] : scene.random.pick(choice);
}

export function some<T>(scene: Scene, items: readonly T[], count: number): T[] {
  return scene.random.shuffled(items).slice(0, count);
}

import { restore } from "./incidents";
import { change, scaleTo } from "./pods";
import { groupIdOf, type Scenario } from "./scene";

const group = { namespace: "data-platform", name: "schema-registry" };
const plan = { ...group, port: 8081, subnet: "10.110.200" };

/** How many Pods serve beside the machines before it begins. */
const podsBefore = 2;

/**
 * A host moves from machines to Pods: with each step one more Pod serves, the group expects one machine less, and one machine is switched off, until
 * the share of machines is zero. The same again begins anew. Istio deletes an entry when the grace period of its machine is over.
 */
export const migration: Scenario = async (scene) => {
  restore(scene);
  const machines = [...scene.stage.machines.values()].filter((machine) => groupIdOf(machine) === `${group.namespace}/${group.name}`);
  await scaleTo(scene, plan, podsBefore);
  await expect(machines.length);
  scene.tell(`${group.name} moves from ${machines.length} machines to Pods`);
  for (const [index, machine] of machines.entries()) {
    await scene.pause(6_000);
    await scaleTo(scene, plan, podsBefore + index + 1);
    await scene.pause(4_000);
    const left = machines.length - index - 1;
    await expect(left);
    machine.stop();
    await scene.pause(12_000);
    scene.tell(`${machine.proxy.name} is gone: ${left} machines of ${group.name} are left`);
  }

  function expect(size: number): Promise<void> {
    return change(scene, { kind: "WorkloadGroup", ...group }, ({ metadata, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, annotations: { ...metadata.annotations, "stolos.dev/expected-size": String(size) } },
    }));
  }
};

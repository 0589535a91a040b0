import { failProbe, healProbe, overTime } from "./incidents";
import { probedMachines, type Scenario, some, someGroup } from "./scene";

/** A new version reaches most of a group and its probe fails there; two minutes later it is rolled back. */
export const badDeploy: Scenario = async (scene) => {
  const group = someGroup(scene, probedMachines(scene), 20);
  const machines = some(scene, group, Math.ceil(group.length * 0.7));
  scene.tell(`a bad version reaches ${machines.length} of ${group.length} machines of ${group[0]?.proxy.group ?? "no group"}`);
  await overTime(scene, machines, 30_000, (machine) => failProbe(scene, machine, "error"));
  await scene.pause(120_000);
  await overTime(scene, machines, 30_000, healProbe);
};

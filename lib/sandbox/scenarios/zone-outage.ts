import { overTime } from "./incidents";
import { type Scenario, wellMachines } from "./scene";

/** A whole zone goes dark: its machines' streams die one keep-alive later, stay away, and come back within half a minute. */
export const zoneOutage: Scenario = async (scene) => {
  const zones = [...new Set(wellMachines(scene).flatMap(({ proxy }) => (proxy.locality ? [proxy.locality] : [])))].sort();
  const zone = zones[0];
  const machines = wellMachines(scene).filter(({ proxy }) => proxy.locality === zone);
  scene.tell(`${zone} goes dark with ${machines.length} machines`);
  for (const machine of machines) machine.vanish(scene.random.between(0.75, 1));
  await scene.pause(180_000);
  scene.tell(`${zone} is back`);
  await overTime(scene, machines, 30_000, (machine) => machine.start());
};

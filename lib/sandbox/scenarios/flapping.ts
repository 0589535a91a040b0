import { failProbe, healProbe } from "./incidents";
import { probedMachines, type Scenario, some, someGroup, wellMachines } from "./scene";

/** A few machines cannot make up their mind: some change their verdict, some their connection, every few seconds. */
export const flapping: Scenario = async (scene) => {
  const undecided = some(scene, someGroup(scene, probedMachines(scene), 6), 5);
  const unsteady = some(
    scene,
    wellMachines(scene).filter((machine) => !undecided.includes(machine)),
    3,
  );
  for (;;) {
    for (const machine of undecided) if (scene.random.next() < 0.6) failProbe(scene, machine, "timeout");
    for (const machine of unsteady) machine.stop();
    await scene.pause(scene.random.between(5_000, 9_000));
    for (const machine of undecided) healProbe(machine);
    for (const machine of unsteady) machine.start();
    await scene.pause(scene.random.between(6_000, 14_000));
  }
};

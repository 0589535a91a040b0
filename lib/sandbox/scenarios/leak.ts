import { loseWithMachines } from "./incidents";
import type { Scenario } from "./scene";

/** A node is lost with a replica and three machines whose streams it held: their entries stay until a sweep finds them, 1.5 maximum ages later. */
export const leak: Scenario = async (scene) => {
  const { controlPlane } = scene.stage;
  const pod = [...controlPlane.pods.values()].find(({ replica }) => replica !== null);
  if (pod === undefined) return;
  loseWithMachines(scene, pod.name, 3);
  // A node controller waits before it deletes the Pods of a node that went silent.
  await scene.pause(30_000);
  await controlPlane.forget(pod.name);
  await controlPlane.start(pod.revision);
};

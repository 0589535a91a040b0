import { rollRevision } from "./incidents";
import type { Scenario } from "./scene";

/** Every revision of the control plane is rolled, one replica at a time. */
export const istiodRollout: Scenario = async (scene) => {
  const revisions = new Map([...scene.stage.controlPlane.pods.values()].map(({ revision }) => [revision.name, revision]));
  for (const revision of revisions.values()) await rollRevision(scene, revision);
};

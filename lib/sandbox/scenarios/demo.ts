import { failures } from "@/lib/sandbox/fleet/probe-messages";
import { failProbe, healProbe, loseWithMachines, overTime, rollRevision } from "./incidents";
import { probedMachines, type Scenario, type Scene, some, someGroup, wellMachines } from "./scene";

/** What newcomers see: mostly a fleet that is well, and every minute or so something that is not, and then is again. */
export const demo: Scenario = async (scene) => {
  await scene.pause(8_000);
  for (let round = 0; ; round++) {
    // The first rounds show every kind of trouble once; after that chance decides, and the rare kinds stay rare.
    const incident = opening[round] ?? scene.random.pick(repertoire);
    await incident(scene);
    await scene.pause(scene.random.between(12_000, 30_000));
  }
};

const probeFailing: Scenario = async (scene) => {
  const machines = some(scene, someGroup(scene, probedMachines(scene), 4), scene.random.whole(1, 4));
  const failure = scene.random.pick(failures);
  await overTime(scene, machines, 4_000, (machine) => failProbe(scene, machine, failure));
  await scene.pause(scene.random.between(30_000, 60_000));
  await overTime(scene, machines, 6_000, healProbe);
};

const machineLost: Scenario = async (scene) => {
  const [machine] = some(scene, wellMachines(scene), 1);
  if (machine === undefined) return;
  scene.tell(`${machine.proxy.namespace}/${machine.proxy.name} is lost`);
  machine.stop();
  await scene.pause(scene.random.between(40_000, 70_000));
  machine.start();
};

/** Some machines of a zone lose their streams for a moment: most are back within the grace period. */
const zoneFlap: Scenario = async (scene) => {
  const [first] = some(scene, wellMachines(scene), 1);
  const zone = first?.proxy.locality;
  const machines = some(
    scene,
    wellMachines(scene).filter(({ proxy }) => proxy.locality === zone),
    scene.random.whole(12, 30),
  );
  scene.tell(`${machines.length} machines in ${zone} lose their streams`);
  for (const machine of machines) machine.stop();
  await scene.pause(4_000);
  await overTime(scene, machines, 9_000, (machine) => machine.start());
};

const badDeploy: Scenario = async (scene) => {
  const group = someGroup(scene, probedMachines(scene), 12);
  const machines = some(scene, group, Math.ceil(group.length * 0.4));
  await overTime(scene, machines, 20_000, (machine) => failProbe(scene, machine, "error"));
  await scene.pause(25_000);
  await overTime(scene, machines, 15_000, healProbe);
};

const rollout: Scenario = async (scene) => {
  const { pods } = scene.stage.controlPlane;
  const revisions = [...new Map([...pods.values()].map(({ revision }) => [revision.name, revision])).values()];
  if (revisions.length > 0) await rollRevision(scene, scene.random.pick(revisions));
};

/** A replica crashes with two of its machines and is restarted in its Pod; their entries go on claiming to be well. */
const ghost: Scenario = async (scene) => {
  const { controlPlane } = scene.stage;
  const pods = [...controlPlane.pods.values()].filter(({ replica }) => replica !== null);
  if (pods.length < 2) return;
  const pod = scene.random.pick(pods);
  const lost = loseWithMachines(scene, pod.name, 2);
  await scene.pause(5_000);
  await controlPlane.start(pod.revision, pod.name);
  await scene.pause(60_000);
  for (const machine of lost) machine.start();
};

const opening: readonly ((scene: Scene) => Promise<void>)[] = [machineLost, probeFailing, zoneFlap, ghost, badDeploy, rollout];
const repertoire = [probeFailing, probeFailing, probeFailing, machineLost, machineLost, machineLost, zoneFlap, badDeploy, ghost, rollout];

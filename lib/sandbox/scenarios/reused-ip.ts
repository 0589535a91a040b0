import { type Scenario, some, wellMachines } from "./scene";

/**
 * Addresses are given out twice. One machine is replaced by another of another group with its address;
 * and a forgotten copy of a machine runs beside it, so that both keep taking one entry from each other.
 */
export const reusedIp: Scenario = async (scene) => {
  const [replaced, other, copied] = some(scene, wellMachines(scene), 3);
  if (replaced === undefined || other === undefined || copied === undefined) return;
  const heir = scene.stage.add({ ...other.proxy, name: `${other.proxy.name}-heir`, address: replaced.proxy.address });
  replaced.stop();
  heir.start();
  if (replaced.verdict !== null) heir.report("");
  scene.tell(`${heir.proxy.name} has the address of ${replaced.proxy.name}`);

  const twin = scene.stage.add({ ...copied.proxy, name: `${copied.proxy.name}-copy` });
  scene.tell(`${twin.proxy.name} registers as ${copied.proxy.name}`);
  for (;;) {
    for (const machine of [twin, copied]) {
      machine.stop();
      await scene.pause(3_000);
      machine.start();
      await scene.pause(12_000);
    }
  }
};

import { exampleMachines, exampleObjects } from "@/lib/sandbox/fleet/known-examples";
import { proxyId } from "@/lib/sandbox/istiod/proxy";
import { ensure } from "./pods";
import type { Scenario } from "./scene";

/** Four examples of Istio's texts: their objects are written as the texts have them, and their machines register. */
export const examples: Scenario = async (scene) => {
  const now = scene.stage.controlPlane.options.clock.nanos();
  for (const object of exampleObjects(now)) await ensure(scene, object);
  for (const proxy of exampleMachines) {
    const machine = scene.stage.machines.get(proxyId(proxy)) ?? scene.stage.add(proxy);
    machine.start();
    if (proxy.probe) machine.report("");
  }
  scene.tell("product, details, analytics and vmservice are there");
};

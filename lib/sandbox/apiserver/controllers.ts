import { followDefinitions } from "./definition-controller";
import { startEndpointController } from "./endpoint-controller";
import type { Cluster } from "./exchange";
import { startGarbageCollector } from "./garbage-collector";
import { startNamespaceController } from "./namespace-controller";

/** Starts what reacts to changes. Definitions are always followed; the rest can be left out. Returns the way to stop. */
export function startControllers(cluster: Cluster, isEverything: boolean): () => void {
  const stops = [followDefinitions(cluster)];
  if (isEverything) stops.push(startGarbageCollector(cluster), startNamespaceController(cluster), startEndpointController(cluster));
  return () => {
    for (const stop of stops) stop();
  };
}

import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "@/e2e/cluster";
import { told } from "@/e2e/history";
import type { House } from "@/e2e/house";

/** A course of events whose pages are read: `play` resolves once there is something to read. */
export interface Played {
  readonly scenario: string;
  readonly play: (house: House, cluster: Cluster) => Promise<unknown>;
}

/** Begins a scenario of the embedded cluster and waits for its director's line, and then for what follows from it. */
function directed(scenario: string, line: RegExp, thenMs: number): Played {
  const play = async (house: House) => {
    await house.control("POST", `/scenario/${scenario}`);
    await told(house, line);
    await wait(thenMs);
  };
  return { scenario, play };
}

export const PLAYED: readonly Played[] = [
  { scenario: "steady", play: () => wait(1_000) },
  // A machine that dies with its zone is missed when its keep-alive is.
  directed("zone-outage", /goes dark with \d+ machines/, 18_000),
  directed("istiod-rollout", /ends; its machines move/, 4_000),
  directed("bad-deploy", /a bad version reaches/, 10_000),
  { scenario: "deleted-group", play: deleteGroup },
];

/** Kubernetes deletes the entries that the group owned; their machines stay connected. */
async function deleteGroup(_house: House, cluster: Cluster): Promise<void> {
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/pricing");
  await wait(4_000);
}

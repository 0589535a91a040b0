import { setTimeout as wait } from "node:timers/promises";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { Api } from "./api";
import { CLUSTER } from "./product";

interface Listed {
  readonly metadata: { readonly uid: string; readonly resourceVersion: string };
  readonly status?: { readonly conditions: readonly { readonly status: string }[] };
}

/** Does the fleet hold exactly what the API server lists, by uid, version and health? Asks for a while: the last events may be on their way. */
export async function isSource(api: Api, fleet: FleetReader): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const { items }: { items: Listed[] } = JSON.parse(await (await fetch(`${api.url}/apis/networking.istio.io/v1/workloadentries`)).text());
    if (fleet.size === items.length && items.every((item) => holds(fleet, item))) return true;
    await wait(100);
  }
  return false;
}

function holds(fleet: FleetReader, { metadata, status }: Listed): boolean {
  const ref = fleet.byUid(CLUSTER, metadata.uid);
  if (ref === null) return false;
  const { resourceVersion, health } = fleet.entry(ref);
  return resourceVersion === metadata.resourceVersion && health?.status === status?.conditions[0]?.status;
}

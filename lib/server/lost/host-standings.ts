import { formatLocality, parseLocality } from "@/lib/domain/localities/locality";
import { workloadOfCandidate } from "@/lib/domain/selection/matching";
import { workloadOfInlineEndpoint } from "@/lib/domain/selection/workload";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { isInLostParts, type LostPart } from "@/lib/domain/what-if/lost-part";
import type { LocalityWeight } from "@/lib/domain/what-if/service-traffic";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { matchingOf, shareOfBearing } from "@/lib/server/hosts/host-matching";
import type { HostObject, HostReader } from "@/lib/server/hosts/host-reader";
import { sentPods } from "@/lib/server/hosts/sent-pods";
import { placeOfMachine } from "./lost-machines";

/** Where those stand who answer for a host before and after, by weight, and how many are left in each network. */
export interface HostStandings {
  readonly places: readonly LocalityWeight[];
  readonly networks: ReadonlyMap<string, number>;
}

export const NO_STANDINGS: HostStandings = { places: [], networks: new Map() };

interface Asked {
  readonly fleet: FleetReader;
  readonly alive: HostReader;
  readonly mesh: MeshSettings;
  readonly parts: readonly LostPart[];
  /** May the viewer see its machines, and its Pods? */
  readonly sees: { readonly machines: boolean; readonly pods: boolean };
}

/** Looks at every member of a host once; those with most left come first. */
export function standingsOf(host: HostObject, { fleet, alive, mesh, parts, sees }: Asked): HostStandings {
  const standings = new Standings();
  const matching = matchingOf(host.selector, mesh);
  const left = new Set<unknown>([...alive.machines(host), ...alive.pods(host)]);
  for (const entry of sees.machines ? fleet.hosts.machines(host) : []) {
    const { weight } = shareOfBearing(matching, fleet.bearing(entry, mesh), fleet.endpoint(entry).weight);
    if (weight > 0) standings.add({ locality: placeOfMachine(fleet, entry), network: fleet.trait(entry, "network"), weight, isLeft: left.has(entry) });
  }
  for (const pod of sees.pods ? sentPods(fleet, host, fleet.hosts.pods(host)) : []) {
    const { locality, network } = workloadOfCandidate({ kind: "pod", pod }, mesh);
    standings.add({ locality: zoneText(locality), network, weight: 1, isLeft: left.has(pod) });
  }
  for (const endpoint of inlineOf(host)) {
    const { locality } = workloadOfInlineEndpoint(endpoint, { namespace: host.selector.namespace, name: host.selector.name, index: 0 }, mesh);
    const isLeft = !isInLostParts(parts, { locality, network: endpoint.network });
    standings.add({ locality: zoneText(locality), network: endpoint.network, weight: endpoint.weight || 1, isLeft });
  }
  return standings.told();
}

interface Member {
  readonly locality: string;
  readonly network: string;
  readonly weight: number;
  readonly isLeft: boolean;
}

class Standings {
  readonly #places = new Map<string, { before: number; after: number }>();
  readonly #networks = new Map<string, number>();

  add({ locality, network, weight, isLeft }: Member): void {
    const place = this.#places.get(locality) ?? { before: 0, after: 0 };
    place.before += weight;
    if (isLeft) place.after += weight;
    this.#places.set(locality, place);
    if (isLeft) this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1);
  }

  told(): HostStandings {
    const places = [...this.#places].map(([locality, one]) => ({ locality, ...one }));
    return { places: places.sort((a, b) => b.after - a.after || (a.locality < b.locality ? -1 : 1)), networks: this.#networks };
  }
}

/** A locality without its subzone: the places that people think of. */
function zoneText(locality: string): string {
  return formatLocality({ ...parseLocality(locality), subzone: "" });
}

function inlineOf({ selector }: HostObject) {
  return selector.kind === "Service" || selector.selector !== null ? [] : selector.endpoints;
}

import type { MeshService } from "@/lib/domain/selection/objects";
import type { VirtualService } from "@/lib/domain/selection/policies";
import { has, hostKey, type NaiveRule, type NaiveWorld, namesOf, objectOf, ofHealthy, readyPods, sent, settingsOf } from "./facts";
import { hasLists, listed, type Row } from "./listed";
import { owners, shownTo, winner } from "./owners";
import { callersOf, ruleFor } from "./traffic";
import { emptySelectsAll } from "./versions";

/** The endpoints that callers of a namespace get from the owner. Localities and networks play no part in this rule. */
const rowsFor = (name: string, owner: MeshService, caller: string, world: NaiveWorld): readonly Row[] =>
  listed(name, owner.namespace, world, caller).flatMap(({ rows }) => rows);

/** The world, and both possible ones if it is not known whether a selector without labels selects all. */
function outcomes(world: NaiveWorld): readonly NaiveWorld[] {
  const { mesh } = world;
  if (emptySelectsAll(mesh.settings) !== null) return [world];
  const of = (istioVersion: string): NaiveWorld => ({ ...world, mesh: { ...mesh, settings: { ...mesh.settings, istioVersion, otherVersions: [] } } });
  return [of("1.31.0"), of("1.31.1")];
}

/** The owners in other namespaces from whom some callers get no endpoint under a host name of the object. */
function emptyRivals(host: MeshService, name: string, world: NaiveWorld): readonly MeshService[] {
  const all = owners(name, world);
  if (!all.includes(host)) return [];
  const callers = [...all.flatMap((one) => [one.namespace, ...one.exportTo.filter((to) => to !== "." && to !== "*")]), "nowhere else"];
  const found = callers.flatMap((caller) => {
    const rival = shownTo(host, caller) > 0 ? winner(name, caller, world) : undefined;
    const isRival = rival !== undefined && rival.namespace !== host.namespace && hasLists(rival);
    return isRival && outcomes(world).every((one) => rowsFor(name, rival, caller, one).length === 0) ? [rival] : [];
  });
  return [...new Set(found)];
}

function isForCaller({ gateways, exportTo, labels, namespace }: VirtualService, caller: string, world: NaiveWorld): boolean {
  const revision = objectOf(labels)["istio.io/rev"];
  const isRead = revision === undefined || revision === settingsOf(world).revision;
  const isShown = exportTo.length === 0 || exportTo.some((to) => to === "*" || (to === "." ? namespace : to) === caller);
  return isRead && isShown && (gateways.length === 0 || gateways.includes("mesh"));
}

/** The subsets to which a route sends requests of these callers for the host name. */
function routedSubsets(route: VirtualService, name: string, caller: string): readonly string[] {
  const fullName = (written: string) => (written.includes(".") ? written : `${written}.${route.namespace}.svc.cluster.local`);
  const used = route.destinations.filter(
    ({ host, subset, share = 0, sources }) => fullName(host) === name && subset !== "" && share > 0 && (sources.length === 0 || sources.includes(caller)),
  );
  return [...new Set(used.map(({ subset }) => subset))];
}

/** Counts the subsets of routes without an endpoint for callers of the object. */
function emptySubsets(host: MeshService, name: string, world: NaiveWorld): number {
  const caller = callersOf(host);
  if (winner(name, caller, world) !== host) return 0;
  const isReady = ({ kind, name: pod, by }: Row) => kind !== "pod" || readyPods(by, world, host).some((one) => one.name === pod);
  const rows = rowsFor(name, host, caller, ofHealthy(world)).filter(isReady);
  // Without a list callers connect to the original destination, also by a subset that is defined.
  if (rows.length === 0 && hasLists(host)) return 0;
  const subsets = ruleFor(name, host, world)?.subsets ?? [];
  const isEmpty = (subset: string) => {
    const labels = subsets.find((one) => one.name === subset)?.labels;
    return labels === undefined || (hasLists(host) && !rows.some((row) => has(row.labels, labels)));
  };
  const routes = (world.policies.virtualServices ?? []).filter((route) => isForCaller(route, caller, world));
  return routes.flatMap((route) => routedSubsets(route, name, caller).filter(isEmpty)).length;
}

const withoutEndpoint: NaiveRule = (world) =>
  world.hosts
    .filter((host) => sent(host, world) > 0)
    .flatMap((host) =>
      namesOf(host).flatMap((name) => Array<string>(emptyRivals(host, name, world).length + emptySubsets(host, name, world)).fill(hostKey(host))),
    );

export const NAIVE_UNREACHABLE: Readonly<Record<string, NaiveRule>> = { STL323: withoutEndpoint };

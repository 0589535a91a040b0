import type { Selector } from "@/lib/domain/selection/objects";
import { hostKey, type NaiveRule, type NaiveWorld, namesOf } from "./facts";
import { listed } from "./listed";
import { owners, shownTo, winner } from "./owners";
import { keptWithoutPlace } from "./places";

/** The namespaces in which callers may be: those of the owners, those that they name, and one more. */
function namespacesOf(name: string, world: NaiveWorld): readonly string[] {
  const named = owners(name, world).flatMap(({ namespace, exportTo }) => [namespace, ...exportTo.filter((one) => one !== "." && one !== "*")]);
  return [...new Set([...named, "elsewhere"])];
}

/** Callers in a namespace get endpoints of an object that is not exported to them: another object of its namespace has the host name there (measured). */
function lentTo(host: Selector, name: string, caller: string, world: NaiveWorld): Selector | null {
  const owner = winner(name, caller, world);
  if (shownTo(host, caller) > 0 || owner === undefined || owner === host || owner.namespace !== host.namespace) return null;
  // The callers' own rule counts first.
  const seen: Selector = { ...owner, exportTo: [caller] };
  const lists = listed(name, host.namespace, world, caller);
  return lists.some((list) => keptWithoutPlace(name, { ...list, owner: seen }, world).some(({ by }) => by === host)) ? owner : null;
}

export const NAIVE_EXPORTED: Readonly<Record<string, NaiveRule>> = {
  STL329: (world) =>
    world.hosts.flatMap((host) =>
      namesOf(host).flatMap((name) => {
        const found = namespacesOf(name, world).flatMap((caller) => lentTo(host, name, caller, world) ?? []);
        return [...new Set(found)].map(() => hostKey(host));
      }),
    ),
};

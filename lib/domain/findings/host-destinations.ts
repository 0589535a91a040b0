import { scopeOf } from "@/lib/domain/selection/caller-scope";
import type { Definition } from "@/lib/domain/selection/definitions";
import { type Destination, destinationsOfHost } from "@/lib/domain/selection/destinations";
import type { KubernetesService, Selector, ServiceEntry } from "@/lib/domain/selection/objects";
import { A_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";
import type { FindingsWorld } from "./findings-world";

/** A host name as callers of one namespace get it. */
export interface HostInNamespace {
  /** The definition that wins for them. */
  readonly definition: Definition;
  /** The objects that define the host name anywhere, with the machines and Pods of the namespace. */
  readonly selection: SelectionWorld;
}

/** Resolves a host name for callers of one namespace; null where they do not know it. */
export function hostInNamespace(name: string, namespace: string, world: FindingsWorld): HostInNamespace | null {
  const selectors = world.hostsDefining(name).map(({ selector }) => selector);
  const selection: SelectionWorld = {
    ...world.selection(namespace),
    services: selectors.filter((one): one is KubernetesService => one.kind === "Service"),
    serviceEntries: selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry"),
  };
  const definition = scopeOf(selection, { ...A_CALLER, namespace }).definitions.get(name);
  return definition === undefined ? null : { definition, selection };
}

/**
 * The endpoints that istiod sends to a caller in the service's namespace, one list for each port. It ignores network gateways, because they hide the
 * machines behind them.
 */
export function destinationsInNamespace({ definition, selection }: HostInNamespace, locality: string): readonly Destination[] {
  const caller = { ...A_CALLER, namespace: definition.namespace, locality };
  const direct = { ...selection, mesh: { ...selection.mesh, gateways: [] } };
  return destinationsOfHost(definition, caller, direct).filter(({ subset }) => subset === "");
}

export function isSameObject(a: Selector, b: Selector): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

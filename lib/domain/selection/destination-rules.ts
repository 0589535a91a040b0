import type { LabelSet } from "@/lib/domain/object/label-set";
import { areSameNameSets, compareByAge, type HostNameDefinition } from "./definitions";
import { fullHostName, mostSpecificHost } from "./host-name";
import type { DestinationRule, Subset, TrafficPolicy, TrafficPolicySettings } from "./policies";
import { isReadByRevision, type LabelMap, missingLabels, withDerivedLabels } from "./workload";
import type { Caller, SelectionWorld } from "./world";

/**
 * The DestinationRules of one namespace for one host name, as istiod combines them: the subsets of all rules, and the traffic policy of the first
 * rule that has one.
 */
export interface CombinedDestinationRule {
  readonly host: string;
  readonly from: readonly DestinationRule[];
  readonly callers: LabelSet | null;
  readonly policy: TrafficPolicy | null;
  readonly subsets: readonly Subset[];
  /** `exportTo` as written in the first rule; empty = not written. */
  readonly exportTo: readonly string[];
}

/**
 * Returns the DestinationRule that a caller uses for a service; null = none. The rule is from the caller's namespace, otherwise from the service's,
 * otherwise from the root namespace, and has the most specific host there. A rule whose selector matches the caller comes first (`push_context.go`
 * destinationRule, `sidecar.go` DestinationRule).
 */
export function destinationRuleFor(definition: HostNameDefinition, caller: Caller, world: SelectionWorld): CombinedDestinationRule | null {
  const rules = combinedRulesFor(definition, caller, world);
  const labels = withDerivedLabels(caller.labels, caller, world.mesh);
  const isForCaller = ({ callers, from }: CombinedDestinationRule) =>
    callers !== null && from[0]?.namespace === caller.namespace && missingLabels(callers, labels).length === 0;
  return rules.find(isForCaller) ?? rules.findLast(({ callers }) => callers === null) ?? null;
}

function combinedRulesFor(definition: HostNameDefinition, caller: Caller, world: SelectionWorld): readonly CombinedDestinationRule[] {
  const { rootNamespace } = world.mesh;
  const isRoot = caller.namespace === rootNamespace;
  const local = matching(definition.host, combined(caller.namespace, world, isRoot ? isPrivateRule : isLocalRule));
  if (local.length > 0) return local;
  for (const namespace of [definition.namespace, rootNamespace]) {
    const exported = matching(
      definition.host,
      combined(namespace, world, (rule) => !isPrivateRule(rule, world)),
    ).filter(({ exportTo }) => exportTo.length === 0 || exportTo.includes("*") || exportTo.includes(caller.namespace));
    if (exported.length > 0) return exported;
  }
  return [];
}

/** Returns the `exportTo` of a DestinationRule as istiod reads it: a rule with a caller selector is private to its namespace. */
function exportToOf(rule: DestinationRule): readonly string[] {
  return rule.callers === null ? rule.exportTo : ["."];
}

function isLocalRule(rule: DestinationRule): boolean {
  const exportTo = exportToOf(rule);
  return exportTo.length === 0 || [".", "*", rule.namespace].some((one) => exportTo.includes(one));
}

function isPrivateRule(rule: DestinationRule, { mesh }: SelectionWorld): boolean {
  const exportTo = exportToOf(rule);
  if (exportTo.length === 0) return mesh.ruleExportTo.includes(".");
  return new Set(exportTo).size === 1 && (exportTo.includes(".") || exportTo.includes(rule.namespace));
}

function matching(host: string, rules: readonly CombinedDestinationRule[]): readonly CombinedDestinationRule[] {
  const best = mostSpecificHost(host, new Set(rules.map((rule) => rule.host)));
  return best === null ? [] : rules.filter((rule) => rule.host === best);
}

function combined(
  namespace: string,
  world: SelectionWorld,
  isIncluded: (rule: DestinationRule, world: SelectionWorld) => boolean,
): readonly CombinedDestinationRule[] {
  const rules = world.rules.filter((rule) => rule.namespace === namespace && isReadByRevision(rule.labels, world.mesh) && isIncluded(rule, world));
  const ordered = [
    ...rules.filter(({ callers }) => callers !== null).sort(compareByAge),
    ...rules.filter(({ callers }) => callers === null).sort(compareByAge),
  ];
  let all: readonly CombinedDestinationRule[] = [];
  for (const rule of ordered) all = withRule(all, rule, fullHostName(rule.host, rule.namespace, world.mesh.domain));
  return all;
}

/**
 * istiod combines DestinationRules of one host if their exportTo and their selectors are equal. A rule with a wider exportTo adds its subsets to the
 * narrower rule, and also stays a separate rule.
 */
function withRule(all: readonly CombinedDestinationRule[], rule: DestinationRule, host: string): readonly CombinedDestinationRule[] {
  const exportTo = exportToOf(rule);
  let standsAlone = true;
  const next = all.map((existing) => {
    if (existing.host !== host) return existing;
    if (areSameNameSets(exportTo, existing.exportTo)) standsAlone = false;
    else {
      standsAlone = true;
      if (existing.exportTo.length === 0 || !existing.exportTo.every((one) => exportTo.includes(one))) return existing;
    }
    const bothSelect = existing.callers !== null && rule.callers !== null;
    const selectsSame = samePairs(existing.callers ?? [], rule.callers ?? []);
    if (bothSelect && !selectsSame) {
      standsAlone = true;
      return existing;
    }
    if ((existing.callers === null && rule.callers === null) || (bothSelect && selectsSame)) standsAlone = false;
    return joined(existing, rule);
  });
  if (!standsAlone) return next;
  return [...next, { host, from: [rule], callers: rule.callers, policy: rule.policy, subsets: rule.subsets, exportTo }];
}

function joined(existing: CombinedDestinationRule, rule: DestinationRule): CombinedDestinationRule {
  const names = new Set(existing.subsets.map(({ name }) => name));
  const added = rule.subsets.filter(({ name }) => !names.has(name));
  return { ...existing, from: [...existing.from, rule], policy: existing.policy ?? rule.policy, subsets: [...existing.subsets, ...added] };
}

function samePairs(ours: LabelSet, theirs: LabelSet): boolean {
  return ours.length === theirs.length && missingLabels(ours, new Map(theirs)).length === 0;
}

/**
 * Returns the traffic policy for one port of a service or of its subset; null = none. A port's policy replaces the general policy completely. A
 * subset's fields override those of the rule.
 */
export function trafficPolicyFor(rule: CombinedDestinationRule | null, subsetName: string, port: number): TrafficPolicySettings | null {
  if (rule === null) return null;
  const general = forPort(rule.policy, port);
  const own = rule.subsets.find(({ name }) => name === subsetName)?.policy ?? null;
  if (own === null) return general.part;
  const { part, isOfPort } = forPort(own, port);
  if (general.part === null || part === null || isOfPort) return part ?? general.part;
  return { tls: part.tls ?? general.part.tls, outlier: part.outlier ?? general.part.outlier, balancer: part.balancer ?? general.part.balancer };
}

function forPort(policy: TrafficPolicy | null, port: number): { readonly part: TrafficPolicySettings | null; readonly isOfPort: boolean } {
  const own = policy?.ports.find((one) => one.port === port);
  return own === undefined ? { part: policy, isOfPort: false } : { part: own, isOfPort: true };
}

/**
 * Returns the TLS mode of a DestinationRule that decides whether istiod marks endpoints for mTLS: the subset's mode, otherwise the rule's. In each,
 * the port's mode comes before the general one. Null = not set (docs/istio.md#mtls-mark).
 */
export function tlsModeOfDestinationRule(rule: CombinedDestinationRule | null, subsetName: string, port: number): string | null {
  if (rule === null) return null;
  if (subsetName === "") return modeFor(rule.policy, port);
  const subset = rule.subsets.find(({ name }) => name === subsetName);
  return subset === undefined ? null : (modeFor(subset.policy, port) ?? modeFor(rule.policy, port));
}

function modeFor(policy: TrafficPolicy | null, port: number): string | null {
  return policy?.ports.find((one) => one.port === port && one.tls !== null)?.tls ?? policy?.tls ?? null;
}

export interface SubsetMembers<M> {
  readonly subset: Subset;
  readonly members: readonly M[];
}

/**
 * Returns the endpoints of each subset of a service's DestinationRule. `inNone`: endpoints in no subset. Requests for a subset never reach them
 * (docs/istio.md#subsets).
 */
export function endpointsBySubset<M extends { readonly machine: { readonly labels: LabelMap } }>(
  subsets: readonly Subset[],
  endpoints: readonly M[],
): { readonly subsets: readonly SubsetMembers<M>[]; readonly inNone: readonly M[] } {
  const found = subsets.map((subset) => ({
    subset,
    members: endpoints.filter(({ machine }) => missingLabels(subset.labels, machine.labels).length === 0),
  }));
  const taken = new Set(found.flatMap(({ members }) => members));
  return { subsets: found, inNone: endpoints.filter((one) => !taken.has(one)) };
}

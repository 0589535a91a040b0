import { age, get, has, type Labels, type NaiveEndpoint, ofKind, rows, texts } from "./naive-held";
import { type NaiveHost, ROOT } from "./naive-owners";
import type { RawCaller, RawObject, RawWorld } from "./selection-worlds";

type Spec = RawObject["spec"];

const byAge = (a: RawObject, b: RawObject) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1);

/** The DestinationRule that applies to a host name for this caller. Callers have no labels, so that no `workloadSelector` matches. */
export function ruleOf(world: RawWorld, view: RawCaller, owner: NaiveHost): Spec | null {
  const all = ofKind(world, "DestinationRule")
    .filter(({ spec }) => spec.workloadSelector === undefined)
    .sort(byAge);
  const isPrivate = (one: RawObject) => texts(one.spec.exportTo).length === 1 && [".", one.metadata.namespace].includes(texts(one.spec.exportTo)[0] ?? "");
  const isLocal = (one: RawObject) => one.spec.exportTo === undefined || isPrivate(one);
  const here = joined(
    best(
      all.filter((one) => one.metadata.namespace === view.namespace && isLocal(one)),
      owner.host,
    ),
  );
  if (here.length > 0) return here.at(-1) ?? null;
  for (const namespace of [owner.namespace, ROOT]) {
    const there = joined(
      best(
        all.filter((one) => one.metadata.namespace === namespace && !isPrivate(one)),
        owner.host,
      ),
    );
    const reaching = there.filter(({ exportTo }) => exportTo === undefined || texts(exportTo).includes(view.namespace));
    if (reaching.length > 0) return reaching.at(-1) ?? null;
  }
  return null;
}

/** istiod completes a short host name with the namespace of the rule. */
function ruleHost({ spec, metadata }: RawObject): string {
  const host = String(spec.host);
  return host.includes(".") || host.startsWith("*") ? host : `${host}.${metadata.namespace}.svc.cluster.local`;
}

/** The rules of the exact host name, else of the longest wildcard that matches. */
function best(rules: readonly RawObject[], host: string): readonly RawObject[] {
  const matching = rules.filter((one) => ruleHost(one) === host || (ruleHost(one).startsWith("*") && host.endsWith(ruleHost(one).slice(1))));
  const exact = matching.filter((one) => ruleHost(one) === host);
  const longest = Math.max(...matching.map((one) => ruleHost(one).length));
  return exact.length > 0 ? exact : matching.filter((one) => ruleHost(one).length === longest);
}

/** A rule fills in each earlier rule of its exportTo. It stays on its own unless the last one has the same exportTo. The last one applies. */
function joined(rules: readonly RawObject[]): readonly Spec[] {
  const list: { subsets: readonly Record<string, unknown>[]; trafficPolicy: unknown; exportTo: unknown }[] = [];
  for (const { spec } of rules) {
    const isSame = ({ exportTo }: { readonly exportTo: unknown }) => JSON.stringify(exportTo) === JSON.stringify(spec.exportTo);
    for (const earlier of list.filter(isSame)) {
      earlier.trafficPolicy ??= spec.trafficPolicy;
      earlier.subsets = [...earlier.subsets, ...rows(spec.subsets).filter(({ name }) => !earlier.subsets.some((one) => one.name === name))];
    }
    const last = list.at(-1);
    if (last === undefined || !isSame(last)) list.push({ subsets: rows(spec.subsets), trafficPolicy: spec.trafficPolicy, exportTo: spec.exportTo });
  }
  return list;
}

export const subsetOf = (rule: Spec | null, subset: string) => rows(rule?.subsets).find(({ name }) => name === subset);

const portSettings = (policy: unknown, port: number) => rows(get(policy, "portLevelSettings")).find((one) => get(one, "port", "number") === port);

/** The traffic policy for a port and subset. Settings of a port replace those beside them; those of a subset are added field by field. */
export function policyOf(rule: Spec | null, subset: string, port: number): Spec {
  const general = rule?.trafficPolicy;
  const own = subsetOf(rule, subset)?.trafficPolicy;
  const ofPort = portSettings(own, port);
  return ofPort ?? { ...((portSettings(general, port) ?? general) as object | undefined), ...(own as object | undefined) };
}

/** The TLS mode that decides about the mark of endpoints: of the subset, else of the rule; in each of the port, else in general. */
export function tlsModeOf(rule: Spec | null, subset: string, port: number): string | undefined {
  const mode = (policy: unknown) => get(portSettings(policy, port), "tls", "mode") ?? get(policy, "tls", "mode");
  return (mode(subsetOf(rule, subset)?.trafficPolicy) ?? mode(rule?.trafficPolicy)) as string | undefined;
}

/** The mark of an endpoint: `istio` lets callers use mTLS and gateways replace it, another text does neither. */
export function markOf(world: RawWorld, one: NaiveEndpoint, mode: string | undefined): string {
  if (one.tls === "disabled") return "";
  if (mode !== undefined) return mode === "ISTIO_MUTUAL" ? one.tls : "";
  return one.tls === "istio" && serverMode(world, one) !== "DISABLE" ? "istio" : "";
}

const selectorOf = (policy: RawObject) => get(policy.spec, "selector", "matchLabels") as Labels | undefined;

function modeOf(policy: RawObject | undefined): string | undefined {
  const mode = get(policy?.spec, "mtls", "mode");
  return mode === "UNSET" ? undefined : (mode as string | undefined);
}

function generalMode(world: RawWorld, namespace: string): string | undefined {
  const wide = ofKind(world, "PeerAuthentication")
    .filter((policy) => selectorOf(policy) === undefined)
    .sort(byAge);
  return modeOf(wide.find((one) => one.metadata.namespace === namespace)) ?? modeOf(wide.find((one) => one.metadata.namespace === ROOT));
}

/** The PeerAuthentication mode at the port of an endpoint. */
function serverMode(world: RawWorld, one: NaiveEndpoint): string {
  const workload = ofKind(world, "PeerAuthentication")
    .sort(byAge)
    .find((policy) => policy.metadata.namespace === one.namespace && selectorOf(policy) !== undefined && has(one.labels, selectorOf(policy) ?? {}));
  const general = modeOf(workload) ?? generalMode(world, one.namespace) ?? "PERMISSIVE";
  return (get(workload?.spec, "portLevelMtls", String(one.port), "mode") as string | undefined) ?? general;
}

/** The protocol that a caller of a host name uses towards an endpoint: `istio` is mutual TLS with mesh certificates. */
export type NaiveProtocol = "plain" | "istio" | "simple" | "mutual";

const BY_MODE: Readonly<Record<string, NaiveProtocol>> = { DISABLE: "plain", SIMPLE: "simple", MUTUAL: "mutual", ISTIO_MUTUAL: "istio" };

export const isExternal = ({ object, isService }: NaiveHost) => !isService && object.spec.location !== "MESH_INTERNAL";

export function protocolOf(world: RawWorld, owner: NaiveHost, { mode, mark }: { readonly mode: string | undefined; readonly mark: string }): NaiveProtocol {
  if (mode !== undefined) return BY_MODE[mode] ?? "plain";
  if (isExternal(owner) || world.mesh?.autoMtls === false) return "plain";
  if (generalMode(world, owner.namespace) === "DISABLE") return "plain";
  return mark === "istio" ? "istio" : "plain";
}

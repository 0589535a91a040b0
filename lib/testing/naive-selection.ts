import { age, callerLabels, get, has, hostOf, isSeen, type Labels, type NaiveEndpoint, naiveHeld, ofKind, rows, texts } from "./naive-held";
import { naiveOrder } from "./naive-order";
import type { RawObject, RawView, RawWorld } from "./selection-worlds";

/** A host as one object defines it. */
interface NaiveHost {
  readonly host: string;
  readonly namespace: string;
  readonly object: RawObject;
  readonly isService: boolean;
  readonly ports: readonly { readonly name: string; readonly number: number }[];
  readonly exportTo: readonly string[];
}

const ROOT = "istio-system";

/** What a sidecar in this place is told: by `PORT|SUBSET|HOST` its endpoints, each as one line. */
export function naiveDestinations(world: RawWorld, view: RawView): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const host of new Set(hosts(world).map((one) => one.host))) {
    const owner = ownerOf(world, view, host);
    if (owner === null) continue;
    const rule = ruleOf(world, view, owner);
    for (const port of owner.ports) {
      for (const subset of ["", ...rows(rule?.subsets).map(({ name }) => name as string)]) {
        const told = toldOf(world, view, { owner, rule, port, subset });
        if (told !== null) all.set(`${port.number}|${subset}|${host}`, told);
      }
    }
  }
  return all;
}

function hosts(world: RawWorld): readonly NaiveHost[] {
  const services = ofKind(world, "Service").map((object) => {
    const ports = rows(object.spec.ports).map(({ name, port }) => ({ name: name as string, number: port as number }));
    const annotation = object.metadata.annotations?.["networking.istio.io/exportTo"];
    return {
      host: hostOf(object),
      namespace: object.metadata.namespace,
      object,
      isService: true,
      ports,
      exportTo: annotation === undefined ? ["*"] : [annotation],
    };
  });
  const entries = ofKind(world, "ServiceEntry")
    .filter(isSeen)
    .map((object) => ({
      host: texts(object.spec.hosts)[0] ?? "",
      namespace: object.metadata.namespace,
      object,
      isService: false,
      ports: rows(object.spec.ports).map(({ name, number }) => ({ name: name as string, number: number as number })),
      exportTo: object.spec.exportTo === undefined ? ["*"] : texts(object.spec.exportTo),
    }));
  return [...services, ...entries];
}

/** 0 = for all, 1 = by name, null = not for this namespace. */
function exported({ exportTo, namespace }: NaiveHost, to: string): 0 | 1 | null {
  if (exportTo.includes("*")) return 0;
  if (exportTo.includes("~")) return null;
  return exportTo.some((one) => (one === "." ? namespace : one) === to) ? 1 : null;
}

function egressOf(world: RawWorld, namespace: string): readonly string[] {
  const sidecars = ofKind(world, "Sidecar")
    .filter(isSeen)
    .sort((a, b) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1));
  const mine = sidecars.find((one) => one.metadata.namespace === namespace) ?? sidecars.find((one) => one.metadata.namespace === ROOT);
  return mine === undefined ? ["*/*"] : texts(rows(mine.spec.egress)[0]?.hosts);
}

function imports(world: RawWorld, view: RawView, { host, namespace }: NaiveHost): boolean {
  const names = (pattern: string) => (pattern.startsWith("*") ? host.endsWith(pattern.slice(1)) : host === pattern);
  const hits = (written: string) => {
    const [place, pattern = ""] = written.split("/");
    return (place === "*" || (place === "." ? view.namespace : place) === namespace) && names(pattern);
  };
  const egress = egressOf(world, view.namespace);
  return egress.some((one) => !one.startsWith("~") && hits(one)) && !egress.some((one) => one.startsWith("~") && hits(one.slice(1)));
}

/** The definition that counts, with the ports that others of its namespace add. */
function ownerOf(world: RawWorld, view: RawView, host: string): NaiveHost | null {
  const rank = (one: NaiveHost) =>
    [1 - (exported(one, view.namespace) ?? 0), age(one.object), one.isService ? one.object.metadata.name : host, one.namespace, one.object.metadata.name].join(
      " ",
    );
  const visible = hosts(world).filter((one) => one.host === host && exported(one, view.namespace) !== null && imports(world, view, one));
  const known = exactOnly(world, view, visible).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const first = known.find((one) => one.namespace === view.namespace) ?? known.find((one) => one.isService) ?? known[0];
  if (first === undefined) return null;
  const ours = known.filter((one) => one.namespace === first.namespace);
  const winner = ours.find((one) => one.isService) ?? ours[0];
  if (winner === undefined || winner.isService) return winner ?? null;
  const alike = ({ object }: NaiveHost) =>
    JSON.stringify([object.spec.resolution, sorted(object.metadata.labels), sorted(get(object.spec, "workloadSelector", "labels")), object.spec.exportTo]);
  const added = ours.filter((one) => alike(one) === alike(winner)).flatMap(({ ports }) => ports);
  const ports = [...winner.ports];
  for (const port of added) if (!ports.some(({ number }) => number === port.number)) ports.push(port);
  return { ...winner, ports };
}

const sorted = (pairs: unknown) => Object.entries((pairs ?? {}) as Labels).sort();

/** A Sidecar that names hosts one by one gets one definition of each in a namespace: the Service, else the oldest. */
function exactOnly(world: RawWorld, view: RawView, visible: readonly NaiveHost[]): NaiveHost[] {
  if (egressOf(world, view.namespace).some((one) => one.startsWith("*/") || (!one.startsWith("~") && one.split("/")[1]?.startsWith("*")))) return [...visible];
  const oldest = (a: NaiveHost, b: NaiveHost) => (age(a.object) < age(b.object) ? -1 : age(a.object) > age(b.object) ? 1 : 0);
  return visible.filter((one) => {
    const rivals = hosts(world)
      .filter((other) => other.host === one.host && other.namespace === one.namespace)
      .sort(oldest);
    return (rivals.find(({ isService }) => isService) ?? rivals[0])?.object === one.object;
  });
}

type Spec = RawObject["spec"];

function ruleOf(world: RawWorld, view: RawView, owner: NaiveHost): Spec | null {
  const all = ofKind(world, "DestinationRule").sort((a, b) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1));
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

/** Those of the host itself, else of the longest wildcard that names it. */
function best(rules: readonly RawObject[], host: string): readonly RawObject[] {
  const named = rules.filter(({ spec }) => spec.host === host || (String(spec.host).startsWith("*") && host.endsWith(String(spec.host).slice(1))));
  const exact = named.filter(({ spec }) => spec.host === host);
  const longest = Math.max(...named.map(({ spec }) => String(spec.host).length));
  return exact.length > 0 ? exact : named.filter(({ spec }) => String(spec.host).length === longest);
}

/** A rule adds to each before it of its exportTo, and stands alone unless the last of these has it too; what counts in the end is the last. */
function joined(rules: readonly RawObject[]): readonly Spec[] {
  const list: { subsets: readonly Record<string, unknown>[]; trafficPolicy: unknown; exportTo: unknown }[] = [];
  for (const { spec } of rules) {
    const isSame = ({ exportTo }: { readonly exportTo: unknown }) => JSON.stringify(exportTo) === JSON.stringify(spec.exportTo);
    for (const earlier of list.filter(isSame)) earlier.trafficPolicy ??= spec.trafficPolicy;
    const last = list.at(-1);
    if (last === undefined || !isSame(last)) list.push({ subsets: rows(spec.subsets), trafficPolicy: spec.trafficPolicy, exportTo: spec.exportTo });
  }
  return list;
}

interface NaiveQuestion {
  readonly owner: NaiveHost;
  readonly rule: Spec | null;
  readonly port: NaiveHost["ports"][number];
  readonly subset: string;
}

function toldOf(world: RawWorld, view: RawView, question: NaiveQuestion): readonly string[] | null {
  const { owner, rule, port, subset } = question;
  const resolution = owner.isService
    ? owner.object.spec.clusterIP === "None"
      ? "NONE"
      : "STATIC"
    : ((owner.object.spec.resolution as string | undefined) ?? "NONE");
  if (resolution === "NONE") return [];
  const isDns = resolution !== "STATIC";
  const own = rows(rule?.subsets).find(({ name }) => name === subset);
  const policy = { ...(rule?.trafficPolicy as object | undefined), ...(own?.trafficPolicy as object | undefined) } as Spec;
  const spread = distributionOf(owner);
  const sends = spread !== null || !get(policy, "outlierDetection", "minHealthPercent");
  const keeps = owner.object.metadata.labels?.["istio.io/persistent-session"] !== undefined;
  const mode = (get(own, "trafficPolicy", "tls", "mode") ?? get(rule, "trafficPolicy", "tls", "mode")) as string | undefined;
  const held = naiveHeld(world, owner.host, owner.namespace)
    .filter((one) => (isDns && one.portNumber !== null ? one.portNumber === port.number : one.portName === port.name))
    .filter((one) => isDns || one.address === "" || one.port === 0 || /^[\d.:a-f]+$/.test(one.address))
    .filter((one) => has(one.labels, (own?.labels ?? {}) as Labels))
    .filter((one) => (one.health !== "UNHEALTHY" || sends) && (keeps || !one.labels["istio.io/draining"]))
    .map((one) => ({ ...one, health: one.labels["istio.io/draining"] ? "DRAINING" : one.health, mark: marked(world, one, mode) }));
  if (isDns && held.length === 0) return null;
  return naiveOrder(held, { world, view, isDns, policy, spread, labels: callerLabels(view.locality, view.network) });
}

/** Zone, node, or null. */
function distributionOf({ object, isService }: NaiveHost): "zone" | "node" | null {
  const field = isService ? object.spec.trafficDistribution : undefined;
  const annotation = object.metadata.annotations?.["networking.istio.io/traffic-distribution"]?.toLowerCase();
  if (field === "PreferClose" || annotation === "preferclose") return "zone";
  return annotation === "prefersamenode" ? "node" : null;
}

function marked(world: RawWorld, one: NaiveEndpoint, mode: string | undefined): string {
  if (one.tls === "disabled") return "";
  if (mode !== undefined) return mode === "ISTIO_MUTUAL" ? one.tls : "";
  return one.tls === "istio" && taken(world, one) !== "DISABLE" ? "istio" : "";
}

function taken(world: RawWorld, one: NaiveEndpoint): string {
  const all = ofKind(world, "PeerAuthentication").sort((a, b) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1));
  const selectorOf = (policy: RawObject) => get(policy.spec, "selector", "matchLabels") as Labels | undefined;
  const modeOf = (policy: RawObject | undefined) => {
    const mode = get(policy?.spec, "mtls", "mode");
    return mode === "UNSET" ? undefined : (mode as string | undefined);
  };
  const mesh = all.find((policy) => policy.metadata.namespace === ROOT && selectorOf(policy) === undefined);
  const namespace = all.find((policy) => policy.metadata.namespace === one.namespace && selectorOf(policy) === undefined);
  const workload = all.find(
    (policy) => policy.metadata.namespace === one.namespace && selectorOf(policy) !== undefined && has(one.labels, selectorOf(policy) ?? {}),
  );
  const general = modeOf(workload) ?? modeOf(namespace) ?? modeOf(mesh) ?? "PERMISSIVE";
  return (get(workload?.spec, "portLevelMtls", String(one.port), "mode") as string | undefined) ?? general;
}

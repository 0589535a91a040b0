import { age, get, hostOf, isSeen, type Labels, objectKey, ofKind, rows, texts } from "./naive-held";
import type { RawCaller, RawObject, RawWorld } from "./selection-worlds";

export interface NaivePort {
  readonly name: string;
  readonly number: number;
  /** The object that defines the port, as `KIND NAMESPACE/NAME`. */
  readonly object: string;
}

/** A host name as one object defines it. */
export interface NaiveHost {
  readonly host: string;
  readonly namespace: string;
  readonly object: RawObject;
  readonly isService: boolean;
  readonly ports: readonly NaivePort[];
  readonly exportTo: readonly string[];
}

export const ROOT = "istio-system";

/** The ports of a Service or ServiceEntry. Sidecars get no cluster for UDP, and of two ports with one number istiod takes the name of the first. */
export function objectPorts(object: RawObject): readonly NaivePort[] {
  const key = object.kind === "Service" ? "port" : "number";
  const all = rows(object.spec.ports);
  const nameOf = (number: unknown) => (all.find((one) => one[key] === number)?.name ?? "") as string;
  return all.filter(({ protocol }) => protocol !== "UDP").map((port) => ({ name: nameOf(port[key]), number: port[key] as number, object: objectKey(object) }));
}

/** True for an object that istiod reads. A Service has no revision. */
export const isRead = (object: RawObject) => object.kind === "Service" || (object.kind === "ServiceEntry" && isSeen(object));

export const objectHosts = (object: RawObject) => (object.kind === "Service" ? [hostOf(object)] : texts(object.spec.hosts));

/** Every host name that an object of the world defines. */
export function naiveHosts(world: RawWorld): readonly NaiveHost[] {
  const services = ofKind(world, "Service").map((object) => {
    const annotation = object.metadata.annotations?.["networking.istio.io/exportTo"];
    return { object, isService: true, exportTo: annotation === undefined ? ["*"] : annotation.split(",") };
  });
  const entries = ofKind(world, "ServiceEntry")
    .filter(isSeen)
    .map((object) => {
      const written = texts(object.spec.exportTo);
      return { object, isService: false, exportTo: written.length === 0 ? ["*"] : written };
    });
  return [...services, ...entries].flatMap((one) =>
    objectHosts(one.object).map((host) => ({ ...one, host, namespace: one.object.metadata.namespace, ports: objectPorts(one.object) })),
  );
}

/** 0 = to all namespaces, 1 = to this one by name, null = not to this one. */
export function exported({ exportTo, namespace }: NaiveHost, to: string): 0 | 1 | null {
  if (exportTo.includes("*")) return 0;
  if (exportTo.includes("~")) return null;
  return exportTo.some((one) => (one === "." ? namespace : one) === to) ? 1 : null;
}

function egressOf(world: RawWorld, namespace: string): readonly string[] {
  const sidecars = ofKind(world, "Sidecar")
    .filter((one) => isSeen(one) && one.spec.workloadSelector === undefined)
    .sort((a, b) => (age(a) + a.metadata.name < age(b) + b.metadata.name ? -1 : 1));
  const own = sidecars.find((one) => one.metadata.namespace === namespace) ?? sidecars.find((one) => one.metadata.namespace === ROOT);
  return own === undefined ? ["*/*"] : texts(rows(own.spec.egress)[0]?.hosts);
}

function imports(world: RawWorld, view: RawCaller, { host, namespace }: NaiveHost): boolean {
  const matchesHost = (pattern: string) => (pattern.startsWith("*") ? host.endsWith(pattern.slice(1)) : host === pattern);
  const matches = (written: string) => {
    const [scope, pattern = ""] = written.split("/");
    return (scope === "*" || (scope === "." ? view.namespace : scope) === namespace) && matchesHost(pattern);
  };
  const egress = egressOf(world, view.namespace);
  return egress.some((one) => !one.startsWith("~") && matches(one)) && !egress.some((one) => one.startsWith("~") && matches(one.slice(1)));
}

function byRank(namespace: string, host: string): (a: NaiveHost, b: NaiveHost) => number {
  const rank = (one: NaiveHost) =>
    [1 - (exported(one, namespace) ?? 0), age(one.object), one.isService ? one.object.metadata.name : host, one.namespace, one.object.metadata.name].join(" ");
  return (a, b) => (rank(a) < rank(b) ? -1 : 1);
}

/** The definition that a sidecar in this namespace uses, with the ports that other objects of its namespace add; null if it knows none. */
export function ownerOf(world: RawWorld, view: RawCaller, host: string): NaiveHost | null {
  const visible = naiveHosts(world).filter((one) => one.host === host && exported(one, view.namespace) !== null && imports(world, view, one));
  const known = exactOnly(world, view, visible).sort(byRank(view.namespace, host));
  return merged(known, known.find((one) => one.namespace === view.namespace) ?? known.find((one) => one.isService) ?? known[0]);
}

/** The definition that a gateway in the root namespace uses. It does not prefer its own namespace, and no Sidecar applies to it. */
export function ownerAtGateway(world: RawWorld, host: string): NaiveHost | null {
  const known = naiveHosts(world)
    .filter((one) => one.host === host && exported(one, ROOT) !== null)
    .sort(byRank(ROOT, host));
  return merged(known, known.find((one) => one.isService) ?? known[0]);
}

function merged(known: readonly NaiveHost[], first: NaiveHost | undefined): NaiveHost | null {
  if (first === undefined) return null;
  const sameNamespace = known.filter((one) => one.namespace === first.namespace);
  const winner = sameNamespace.find((one) => one.isService) ?? sameNamespace[0];
  if (winner === undefined || winner.isService) return winner ?? null;
  const added = sameNamespace.filter((one) => alike(one) === alike(winner)).flatMap(({ ports }) => ports);
  const ports = [...winner.ports];
  for (const port of added) if (!ports.some(({ number }) => number === port.number)) ports.push(port);
  return { ...winner, ports };
}

const sorted = (pairs: unknown) => Object.entries((pairs ?? {}) as Labels).sort();

/** istiod merges the ports of two ServiceEntries only if all of this is equal. */
function alike({ object: { spec, metadata } }: NaiveHost): string {
  const exportTo = [...new Set(texts(spec.exportTo))].sort();
  return JSON.stringify([spec.resolution ?? "NONE", sorted(metadata.labels), sorted(get(spec, "workloadSelector", "labels")), exportTo]);
}

/** A Sidecar without wildcard hosts receives one definition per host name and namespace: the Service, else the oldest. */
function exactOnly(world: RawWorld, view: RawCaller, visible: readonly NaiveHost[]): NaiveHost[] {
  const isWild = (one: string) => one.startsWith("*/") || (!one.startsWith("~") && one.split("/")[1]?.startsWith("*"));
  if (egressOf(world, view.namespace).some(isWild)) return [...visible];
  const oldest = (a: NaiveHost, b: NaiveHost) => (age(a.object) < age(b.object) ? -1 : age(a.object) > age(b.object) ? 1 : 0);
  return visible.filter((one) => {
    const rivals = naiveHosts(world)
      .filter((other) => other.host === one.host && other.namespace === one.namespace)
      .sort(oldest);
    return (rivals.find(({ isService }) => isService) ?? rivals[0])?.object === one.object;
  });
}

import { addressFamily } from "./ip-address";

/** Is this the host of many: `*` or `*.example.com`? */
export function isWildcard(host: string): boolean {
  return host.startsWith("*");
}

/** Is every host that `inner` names also named by `outer`? */
export function isWithin(inner: string, outer: string): boolean {
  if (!isWildcard(outer)) return inner === outer;
  if (!isWildcard(inner)) return inner.endsWith(outer.slice(1));
  return inner.length >= outer.length && inner.slice(1).endsWith(outer.slice(1));
}

/** Does either of the two name a host of the other? */
export function hostsMeet(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** Of the hosts of rules, the most specific one that names this host: itself, else the longest wildcard, of equal ones the first by letters. */
export function mostSpecificHost(host: string, ruled: Iterable<string>): string | null {
  let best: string | null = null;
  for (const candidate of ruled) {
    if (candidate === host) return host;
    if (!isWildcard(candidate) || !isNamed(host, candidate)) continue;
    if (best === null || candidate.length > best.length || (candidate.length === best.length && candidate < best)) best = candidate;
  }
  return best;
}

/** Istio compares what stands behind the stars here, whatever their lengths. */
function isNamed(host: string, wildcard: string): boolean {
  return (isWildcard(host) ? host.slice(1) : host).endsWith(wildcard.slice(1));
}

/** A host as written in a rule of a namespace, in full: one word is a Service of that namespace. */
export function fullHost(written: string, namespace: string, domain: string): string {
  if (written === "" || written === "*" || written.includes(".") || addressFamily(written) !== null) return written;
  return serviceHost(written, namespace, domain);
}

/** The host of a Kubernetes Service. */
export function serviceHost(name: string, namespace: string, domain: string): string {
  return `${name}.${namespace}.svc.${domain}`;
}

/** The name of the Kubernetes Service in the namespace that has this host name, whether there is one or not; null = none can have it. */
export function serviceNameOf(host: string, namespace: string, domain: string): string | null {
  const rest = serviceHost("", namespace, domain);
  const name = host.endsWith(rest) ? host.slice(0, -rest.length) : "";
  return name === "" || name.includes(".") ? null : name;
}

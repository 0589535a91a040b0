import { addressFamily } from "./ip-address";

/** Returns true for a wildcard host name: `*` or `*.example.com`. */
export function isWildcard(host: string): boolean {
  return host.startsWith("*");
}

/** Returns true if `outer` matches every host name that `inner` matches. */
export function isHostWithin(inner: string, outer: string): boolean {
  if (!isWildcard(outer)) return inner === outer;
  if (!isWildcard(inner)) return inner.endsWith(outer.slice(1));
  return inner.length >= outer.length && inner.slice(1).endsWith(outer.slice(1));
}

/** Returns true if one of the two host names matches every host name that the other matches. */
export function hostsOverlap(one: string, other: string): boolean {
  return isHostWithin(one, other) || isHostWithin(other, one);
}

/**
 * Returns the most specific host among `ruled`, the hosts of rules, that matches a host name: the host name itself, otherwise the longest wildcard,
 * ties sorted by text. Null = none matches.
 */
export function mostSpecificHost(host: string, ruled: Iterable<string>): string | null {
  let best: string | null = null;
  for (const candidate of ruled) {
    if (candidate === host) return host;
    if (!isWildcard(candidate) || !isNamed(host, candidate)) continue;
    if (best === null || candidate.length > best.length || (candidate.length === best.length && candidate < best)) best = candidate;
  }
  return best;
}

/** Istio compares the texts after the stars, also if the host name is a shorter wildcard than the rule's. */
function isNamed(host: string, wildcard: string): boolean {
  return (isWildcard(host) ? host.slice(1) : host).endsWith(wildcard.slice(1));
}

/** Returns the full host name for a host as written in an object of a namespace. A single word is the name of a Service in that namespace. */
export function fullHostName(written: string, namespace: string, domain: string): string {
  if (written === "" || written === "*" || written.includes(".") || addressFamily(written) !== null) return written;
  return serviceHostName(written, namespace, domain);
}

/** Returns the host name of a Kubernetes Service. */
export function serviceHostName(name: string, namespace: string, domain: string): string {
  return `${name}.${namespace}.svc.${domain}`;
}

/**
 * Returns the name that a Service in the namespace must have to define this host name. The Service need not exist. Null = no Service of the namespace
 * can define it.
 */
export function serviceNameOf(host: string, namespace: string, domain: string): string | null {
  const rest = serviceHostName("", namespace, domain);
  const name = host.endsWith(rest) ? host.slice(0, -rest.length) : "";
  return name === "" || name.includes(".") ? null : name;
}

import type { Fact } from "@/lib/domain/mesh/world";
import { type GatewayNameUse, parseGatewayAddress } from "./gateway-address";

/** The names in istiod's certificate, without its default names such as istiod.istio-system.svc. */
export interface CertificateNames {
  /** Null = not known. */
  readonly names: readonly string[] | null;
  readonly source: string;
}

/** Parses `ISTIOD_CUSTOM_HOST`: names separated by commas, not trimmed (docs/istio.md#istiod-address). */
export function certificateNamesFromCustomHosts(customHosts: Fact<string>): CertificateNames {
  const { source } = customHosts;
  if (customHosts.kind !== "known") return { names: null, source };
  return { names: customHosts.value.split(",").filter((name) => name !== ""), source };
}

/** Returns true if a machine that connects to istiod under this name accepts its certificate. A star matches one label of a name. Null = not known. */
export function certificateCovers({ names }: Pick<CertificateNames, "names">, name: string): boolean | null {
  const asked = comparable(name);
  return names === null ? null : names.some((one) => comparable(one) === asked || comparable(one) === asked.replace(/^[^.]+/, "*"));
}

/** Returns the default use of a gateway's name. A machine connects by name only if istiod's certificate is known to contain the name. */
export function defaultGatewayNameUse(address: string, names: Pick<CertificateNames, "names">): GatewayNameUse {
  const read = parseGatewayAddress({ address, way: "custom-host", resolved: "" });
  return "kind" in read && read.kind === "name" && certificateCovers(names, read.name) === true ? "custom-host" : "resolved";
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** The validity of a certificate, in milliseconds. */
export interface CertificatePeriod {
  readonly from: number;
  readonly until: number;
}

/** The status of a text as the root certificates of a mesh. `until`: the latest end of their validity. */
export type RootCertificateStatus =
  | { readonly kind: "unreadable" }
  | { readonly kind: "holds"; readonly until: number }
  | { readonly kind: "ended"; readonly until: number }
  | { readonly kind: "not-yet"; readonly from: number };

/**
 * Returns the status of root certificates. One valid certificate is enough, because a machine accepts istiod by any of them. `periods`: null = the
 * text is not a list of certificates.
 */
export function rootCertificateStatusOf(periods: readonly CertificatePeriod[] | null, now: number): RootCertificateStatus {
  if (periods === null || periods.length === 0) return { kind: "unreadable" };
  const last = (some: readonly CertificatePeriod[]) => Math.max(...some.map(({ until }) => until));
  const holding = periods.filter(({ from, until }) => from <= now && now <= until);
  if (holding.length > 0) return { kind: "holds", until: last(holding) };
  const later = periods.filter(({ from }) => from > now);
  if (later.length > 0) return { kind: "not-yet", from: Math.min(...later.map(({ from }) => from)) };
  return { kind: "ended", until: last(periods) };
}

/** Returns true if a text contains a private key in PEM. A pasted certificate file may contain one, and no machine may receive it. */
export function containsPrivateKey(text: string): boolean {
  return /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/.test(text);
}

/** The shortest lifetime of a token that the API server grants, and the longest that Stolos requests. Seconds. */
export const SHORTEST_TOKEN_SECONDS = 600;
export const LONGEST_TOKEN_SECONDS = 3_600;

const LIVES_MINUTES = [10, 30, 60];

/**
 * Returns the token lifetimes that the user can choose, in minutes, shortest first. If a rule allows less than the longest, the limit of the rule is
 * the last choice. `mostSeconds`: null = no rule.
 */
export function tokenLifetimeChoices(mostSeconds: number | null): readonly number[] {
  const most = Math.floor((mostSeconds ?? LONGEST_TOKEN_SECONDS) / 60);
  const shorter = LIVES_MINUTES.filter((minutes) => minutes < most);
  return [...shorter, most];
}

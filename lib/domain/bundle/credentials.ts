import type { Fact } from "@/lib/domain/mesh/world";
import { type NameWay, parseGatewayAddress } from "./gateway-address";

/** The names of istiod's certificate besides its own, such as istiod.istio-system.svc. */
export interface CertificateNames {
  /** Null = not known here. */
  readonly names: readonly string[] | null;
  readonly source: string;
}

/** Reads `ISTIOD_CUSTOM_HOST`: names with commas, taken as they are (docs/istio.md#istiod-address). */
export function certificateNamesOf(customHosts: Fact<string>): CertificateNames {
  const { source } = customHosts;
  if (customHosts.kind !== "known") return { names: null, source };
  return { names: customHosts.value.split(",").filter((name) => name !== ""), source };
}

/** Does a machine that asks for istiod by this name take its certificate? A star stands for one part of a name. Null = not known. */
export function certificateCovers({ names }: Pick<CertificateNames, "names">, name: string): boolean | null {
  const asked = comparable(name);
  return names === null ? null : names.some((one) => comparable(one) === asked || comparable(one) === asked.replace(/^[^.]+/, "*"));
}

/** How the name of a gateway is used unless somebody chooses: a machine asks for istiod by it only where istiod's certificate is known to have it. */
export function recommendedNameWay(address: string, names: Pick<CertificateNames, "names">): NameWay {
  const read = parseGatewayAddress({ address, way: "custom-host", resolved: "" });
  return "kind" in read && read.kind === "name" && certificateCovers(names, read.name) === true ? "custom-host" : "resolved";
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** From when until when a certificate holds, in milliseconds. */
export interface CertificatePeriod {
  readonly from: number;
  readonly until: number;
}

/** What a text is worth as the root certificates of a mesh. `until`: the end of the one that holds longest. */
export type RootCertificateStatus =
  | { readonly kind: "unreadable" }
  | { readonly kind: "holds"; readonly until: number }
  | { readonly kind: "ended"; readonly until: number }
  | { readonly kind: "not-yet"; readonly from: number };

/** A machine trusts istiod by any of them, so that one which holds is enough. Null = the text is no list of certificates. */
export function rootCertificateStatusOf(periods: readonly CertificatePeriod[] | null, now: number): RootCertificateStatus {
  if (periods === null || periods.length === 0) return { kind: "unreadable" };
  const last = (some: readonly CertificatePeriod[]) => Math.max(...some.map(({ until }) => until));
  const holding = periods.filter(({ from, until }) => from <= now && now <= until);
  if (holding.length > 0) return { kind: "holds", until: last(holding) };
  const later = periods.filter(({ from }) => from > now);
  if (later.length > 0) return { kind: "not-yet", from: Math.min(...later.map(({ from }) => from)) };
  return { kind: "ended", until: last(periods) };
}

/** Does a text hold a private key in PEM? A file of certificates that somebody pastes may have one beside them, and no machine may get it. */
export function holdsPrivateKey(text: string): boolean {
  return /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/.test(text);
}

/** The shortest life of a token that the API server gives, and the longest that is asked for here. Seconds. */
export const SHORTEST_TOKEN_SECONDS = 600;
export const LONGEST_TOKEN_SECONDS = 3_600;

const LIVES_MINUTES = [10, 30, 60];

/** The lives in minutes that somebody may choose from, shortest first: where a rule allows less than the longest, its own limit is the last. `mostSeconds` null = no rule. */
export function allowedTokenLives(mostSeconds: number | null): readonly number[] {
  const most = Math.floor((mostSeconds ?? LONGEST_TOKEN_SECONDS) / 60);
  const shorter = LIVES_MINUTES.filter((minutes) => minutes < most);
  return [...shorter, most];
}

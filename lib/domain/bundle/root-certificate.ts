/** From when until when a certificate holds, in milliseconds. */
export interface CertificatePeriod {
  readonly from: number;
  readonly until: number;
}

/** What a text is worth as the root certificates of a mesh. `until`: the end of the one that holds longest. */
export type RootStanding =
  | { readonly kind: "unreadable" }
  | { readonly kind: "holds"; readonly until: number }
  | { readonly kind: "ended"; readonly until: number }
  | { readonly kind: "not-yet"; readonly from: number };

/** A machine trusts istiod by any of them, so that one which holds is enough. Null = the text is no list of certificates. */
export function rootStandingOf(periods: readonly CertificatePeriod[] | null, now: number): RootStanding {
  if (periods === null || periods.length === 0) return { kind: "unreadable" };
  const last = (some: readonly CertificatePeriod[]) => Math.max(...some.map(({ until }) => until));
  const holding = periods.filter(({ from, until }) => from <= now && now <= until);
  if (holding.length > 0) return { kind: "holds", until: last(holding) };
  const later = periods.filter(({ from }) => from > now);
  if (later.length > 0) return { kind: "not-yet", from: Math.min(...later.map(({ from }) => from)) };
  return { kind: "ended", until: last(periods) };
}

/** Why a machine does not come. `found`: this server saw it; the others only the machine can tell. */
export const FOUND_CAUSES = ["no-group", "token-ended", "other-account", "no-account", "no-gateway"] as const;
export const POSSIBLE_CAUSES = ["not-started", "no-path", "clock", "wrong-root", "no-name"] as const;
export type FoundCause = (typeof FOUND_CAUSES)[number];
export type PossibleCause = (typeof POSSIBLE_CAUSES)[number];

/** What this server can check of a machine that does not come; null = it cannot see that. Milliseconds. */
export interface ArrivalSight {
  /** The group's account as it is now, "" = it names none; null = there is no group. */
  readonly groupAccount: string | null;
  readonly token: { readonly account: string; readonly expiresAt: number } | null;
  /** Is the account there that the token is of? */
  readonly accountThere: boolean | null;
  /** Has the gateway an address? */
  readonly gatewayThere: boolean | null;
  readonly now: number;
}

/** The causes that are seen, the first most likely. */
export function foundCauses({ groupAccount, token, accountThere, gatewayThere, now }: ArrivalSight): readonly FoundCause[] {
  const isOther = groupAccount !== null && groupAccount !== "" && token !== null && token.account !== groupAccount;
  return [
    ...(groupAccount === null ? (["no-group"] as const) : []),
    ...(accountThere === false ? (["no-account"] as const) : []),
    ...(isOther ? (["other-account"] as const) : []),
    ...(token !== null && token.expiresAt <= now ? (["token-ended"] as const) : []),
    ...(gatewayThere === false ? (["no-gateway"] as const) : []),
  ];
}

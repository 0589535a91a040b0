/** Why a machine does not come. `FOUND_CAUSES`: this server saw it; the others only the machine can tell. */
export const FOUND_CAUSES = ["no-group", "token-ended", "other-account", "no-account", "no-gateway"] as const;
/** Those that only the machine can tell, whatever this server sees. */
export const MACHINE_CAUSES = ["not-started", "no-path", "clock", "wrong-root", "no-name"] as const;
export const POSSIBLE_CAUSES = ["needs-gateway", ...MACHINE_CAUSES] as const;
export type FoundCause = (typeof FOUND_CAUSES)[number];
export type PossibleCause = (typeof POSSIBLE_CAUSES)[number];

/** What this server can check of a machine that does not come; null = it cannot see that. Milliseconds. */
export interface ArrivalSight {
  /** The group's account as it is now, "" = it names none; null = there is no group. */
  readonly groupAccount: string | null;
  readonly token: { readonly account: string; readonly expiresAt: number } | null;
  /** Is the account there that the token is of? */
  readonly accountThere: boolean | null;
  /** Has the mesh's gateway an address? */
  readonly gatewayThere: boolean | null;
  /** Do the last files lead to istiod through that gateway? */
  readonly isThroughGateway: boolean | null;
  readonly now: number;
}

/** The causes that are seen, the first most likely. */
export function foundCauses({ groupAccount, token, accountThere, gatewayThere, isThroughGateway, now }: ArrivalSight): readonly FoundCause[] {
  const isOther = groupAccount !== null && groupAccount !== "" && token !== null && token.account !== groupAccount;
  return [
    ...(groupAccount === null ? (["no-group"] as const) : []),
    ...(accountThere === false ? (["no-account"] as const) : []),
    ...(isOther ? (["other-account"] as const) : []),
    ...(token !== null && token.expiresAt <= now ? (["token-ended"] as const) : []),
    ...(gatewayThere === false && isThroughGateway === true ? (["no-gateway"] as const) : []),
  ];
}

/**
 * What only the machine can tell, the first most likely. Whether it needs a gateway is known of files that name another way, and of those that lead
 * through the mesh's: without such files it is possible. Where there is no group, nothing on the machine helps.
 */
export function possibleCauses({
  groupAccount,
  gatewayThere,
  isThroughGateway,
}: Pick<ArrivalSight, "groupAccount" | "gatewayThere" | "isThroughGateway">): readonly PossibleCause[] {
  if (groupAccount === null) return [];
  return gatewayThere === false && isThroughGateway === null ? POSSIBLE_CAUSES : MACHINE_CAUSES;
}

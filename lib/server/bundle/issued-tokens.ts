import { processWide } from "@/lib/server/process-wide";

/** A token that this server handed out: for which group, until when. Never the token. */
export interface IssuedToken {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly account: string;
  readonly at: number;
  readonly expiresAt: number;
  /** Do the files that it was handed out with lead through the mesh's gateway? Null = not known. */
  readonly isThroughGateway: boolean | null;
}

const MOST = 1_000;
const held = processWide<IssuedToken[]>("stolos.issued-tokens");

export function noteIssued(token: IssuedToken): void {
  held.set([token, ...(held.get() ?? [])].slice(0, MOST));
}

/** The last token for a group that was handed out since this server started; null = none was. */
export function lastIssued(group: Pick<IssuedToken, "cluster" | "namespace" | "group">): IssuedToken | null {
  const { cluster, namespace } = group;
  return held.get()?.find((one) => one.cluster === cluster && one.namespace === namespace && one.group === group.group) ?? null;
}

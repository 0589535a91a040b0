import { joinParts } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { be, verb } from "./text/tense";

/** Machines of other groups that the same replicas of istiod hold. */
export interface OthersOnReplicas {
  readonly machines: number;
  readonly groups: number;
  readonly troubled: number;
}

/** What one replica held of a group's machines: "3 of the 4 lost, 2 of the 2 in trouble". */
export function heldPhrase({ lost, lostTotal, troubled, troubledTotal }: HeldOfGroup): string {
  const parts = [
    lostTotal > 0 ? `${formatNumber(lost)} of the ${formatNumber(lostTotal)} lost` : "",
    troubledTotal > 0 ? `${formatNumber(troubled)} of the ${formatNumber(troubledTotal)} in trouble` : "",
  ];
  return joinParts(parts, ", ");
}

export interface HeldOfGroup {
  readonly lost: number;
  readonly lostTotal: number;
  readonly troubled: number;
  readonly troubledTotal: number;
}

/** Are the other machines of these replicas well? Whoever asks whether it is the control plane wants to know. */
export function othersSentence({ machines, groups, troubled }: OthersOnReplicas, past: boolean): string {
  if (machines === 0) return `These replicas ${past ? "held" : "hold"} no machine of another group.`;
  const of = `${plural(machines, "machine")} of ${plural(groups, "other group")}`;
  if (troubled === 0) return `On the same replicas, none of ${of} ${be(1, { past })} in trouble.`;
  return `On the same replicas, ${formatNumber(troubled)} of ${of} ${be(troubled, { past })} in trouble.`;
}

/** How many machines of the cluster reconnect at once: many do where a replica ended. */
export function reconnectingSentence({ reconnecting, managed }: { readonly reconnecting: number; readonly managed: number }, past: boolean): string {
  return `In the whole cluster ${formatNumber(reconnecting)} of ${plural(managed, "machine")} ${verb(reconnecting, "reconnect", { past })}${past ? "" : " now"}.`;
}

import { inCluster } from "@/lib/format/text/cluster";
import { listAtMost } from "@/lib/format/text/lists";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
import { be, PAST, verb } from "@/lib/format/text/tense";

/** The istiod replicas beside a loss. */
export interface ReplicasInput {
  readonly lost: readonly { readonly cluster: string; readonly name: string; readonly place: string }[];
  readonly left: number;
  readonly unplaced: number;
  readonly isVisible: boolean;
}

const NAMED = 4;

/** Which replicas go, and what that means for machines; `reconnecting` are elsewhere and lose only their replica. */
export function replicaSentences(
  { lost, left, unplaced, isVisible }: ReplicasInput,
  { reconnecting }: { readonly reconnecting: number },
  severalClusters: boolean,
): readonly string[] {
  if (!isVisible) return ["istiod's Pods are not visible: whether replicas go too is not known."];
  const unknown = unplaced === 0 ? [] : [`Where ${plural(unplaced, "replica of istiod stands", "replicas of istiod stand")} is not known.`];
  if (lost.length === 0) return [unplaced === left && left > 0 ? "No replica of istiod is known to go." : "No replica of istiod goes.", ...unknown];
  const names = lost.map(({ cluster, name, place }) => `${name}${inCluster(cluster, severalClusters)}${place === "" ? "" : ` (${place})`}`);
  const who = listAtMost(names, NAMED);
  const goes = `${oneOrMany(lost.length, "Replica")} ${who} ${verb(lost.length, "go")} too; ${left === 0 ? "none is left: callers keep the endpoints that they have until one is back" : `${formatNumber(left)} ${be(left)} left`}.`;
  const others =
    reconnecting === 0
      ? []
      : [
          `${plural(reconnecting, "machine")} elsewhere ${be(reconnecting, PAST)} held by ${oneOrMany(lost.length, "it", "them")}: ${oneOrMany(reconnecting, "it connects", "they connect")} to another replica at once, and nothing is lost.`,
        ];
  return [goes, ...others, ...unknown];
}

/** A gateway beside a loss; `isLost` null = nobody can tell where it stands. */
export interface GatewayInput {
  readonly cluster: string;
  readonly network: string;
  readonly address: string;
  /** The object that leads to it, with its kind; "" = the mesh configuration. */
  readonly object: string;
  readonly isLost: boolean | null;
}

/** What becomes of a gateway. */
export function gatewaySentence({ cluster, network, address, object, isLost }: GatewayInput, severalClusters: boolean): string {
  const who = `Gateway ${address} into network ${network}${object === "" ? "" : ` (${object})`}${inCluster(cluster, severalClusters)}`;
  if (isLost === null) return `${who}: where it stands is not known.`;
  return isLost ? `${who} goes too.` : `${who} stays.`;
}

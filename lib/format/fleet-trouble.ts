import type { Tone } from "@/lib/domain/freshness";
import type { FleetFailing, FleetLost, FleetRollout, FleetTrouble, FleetWorstGroup } from "@/lib/domain/statements/fleet";
import { troubleTotal } from "@/lib/domain/statements/trouble";
import { groupLostPhrase } from "./group-losses";
import { suddenPhrase } from "./losses-sentence";
import { inCluster } from "./text/cluster";
import { listOf } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { be, type TextContext } from "./text/tense";
import { formatMoment } from "./time-ticks";
import { commonPhrase, troublePhrase } from "./trouble-phrase";

/** "173 machines in 12 groups", which has the tone, and "were lost; …". */
export interface TroubleText {
  readonly who: string;
  readonly words: string;
  readonly tone: Tone;
}

export function fleetTroubleText(trouble: FleetTrouble, context: TextContext): TroubleText {
  switch (trouble.kind) {
    case "fleet-lost":
      return lostText(trouble, context);
    case "fleet-failing":
      return failingText(trouble, context);
    case "fleet-rollout":
      return rolloutText(trouble, context);
    case "fleet-worst-group":
      return worstGroupText(trouble, context);
    case "group-lost":
      return {
        tone: "bad",
        who: `${trouble.group || trouble.namespace}${clusterOf(trouble, context)}`,
        words: `${groupLostPhrase(trouble, context.now, context.zone)}.`,
      };
  }
}

function lostText(trouble: FleetLost, { now, zone }: TextContext): TroubleText {
  const when = trouble.recorded === 0 ? "" : ` ${suddenPhrase(trouble, now, zone)}`;
  const words = [`were lost${when}`, sharedByLost(trouble)].filter((part) => part !== "").join("; ");
  return { tone: "bad", who: `${plural(trouble.lost, "machine")} in ${plural(trouble.groups, "group")}`, words: `${words}.` };
}

function sharedByLost({ trait, value, sharedBy, sharedOf }: FleetLost): string {
  if (trait === null || value === null || sharedBy === null || sharedOf === null) return "";
  const who = sharedBy === sharedOf ? "all of them" : `${formatNumber(sharedBy)} of the ${formatNumber(sharedOf)} that were lost within a day`;
  return `${who} were ${placed(`${trait} ${value}`)}`;
}

function failingText({ failing, groups, traits, counts }: FleetFailing, { tense: { past } }: TextContext): TroubleText {
  const shared = traits.map((trait, index) => {
    const count = counts[index] ?? 0;
    return `${count === failing ? "all" : formatNumber(count)} of them ${past ? "were" : "are"} ${placed(trait)}`;
  });
  return { tone: "bad", who: `${plural(failing, "machine")} in ${plural(groups, "group")}`, words: `${past ? "failed" : "fail"}; ${listOf(shared)}.` };
}

/** The end of a rollout is not known: machines move to the new replicas as they renew their connections. */
function rolloutText(rollout: FleetRollout, { tense, now, zone }: TextContext): TroubleText {
  const { replicasGone, replicasStarted, since, unverified, reconnecting } = rollout;
  const replicas = `${plural(replicasGone, "replica")} went and ${formatNumber(replicasStarted)} came since ${formatMoment(since, now, zone)}`;
  const waiting = [
    unverified > 0 ? `${plural(unverified, "machine")} ${be(unverified, tense)} unverified` : "",
    reconnecting > 0 ? `${plural(reconnecting, "machine")} ${be(reconnecting, tense)} reconnecting` : "",
  ].filter((part) => part !== "");
  return { tone: "blind", who: "A rollout of istiod:", words: `${replicas}; ${listOf(waiting)}.` };
}

function worstGroupText(trouble: FleetWorstGroup, context: TextContext): TroubleText {
  const { past } = context.tense;
  const { namespace, group, common, missing } = trouble;
  const phrase = troublePhrase(trouble);
  const states = phrase === "" ? "" : `${past ? "had" : "has"} ${phrase}${commonPhrase(common, troubleTotal(trouble))}`;
  const absent = missing === 0 ? "" : `${past ? "lacked" : "lacks"} ${plural(missing, "expected machine")}`;
  const words = [states, absent].filter((part) => part !== "").join(", and ");
  return { tone: "bad", who: `${group || `${namespace}, outside any group,`}${clusterOf(trouble, context)}`, words: `${words}.` };
}

function clusterOf({ cluster }: { readonly cluster: string }, { severalClusters = false }: TextContext): string {
  return inCluster(cluster, severalClusters);
}

const PREPOSITIONS: ReadonlyMap<string, string> = new Map([
  ["zone", "in"],
  ["network", "in"],
  ["replica", "held by"],
  ["revision", "held by replicas of"],
  ["version", "of"],
]);

/** "zone a" → "in zone a". */
function placed(trait: string): string {
  return `${PREPOSITIONS.get(trait.split(" ", 1)[0] ?? "") ?? "with"} ${trait}`;
}

import { sharedAcross } from "@/lib/domain/fleet-common";
import type { Tone } from "@/lib/domain/freshness";
import { STATES } from "@/lib/domain/verdict";
import type { Zone } from "./clock";
import { formatCount, listPhrase, plural } from "./count";
import { type LossesInput, openLosses, suddenPhrase } from "./losses-sentence";
import type { Tense } from "./tense";
import { formatMoment } from "./time-ticks";

/** What goes on in several groups at once. */
export interface CommonInput {
  /** Machines that vanished and are not back, of so many groups. */
  readonly lost: number;
  readonly groupsLosing: number;
  readonly failing: {
    readonly count: number;
    readonly groups: number;
    readonly shared: readonly { readonly trait: string; readonly value: string; readonly count: number }[];
  };
  /** istiod replicas that went and that came; `since` in milliseconds. */
  readonly rollout: { readonly went: number; readonly came: number; readonly since: number } | null;
  /** `counts` in the order of STATES. */
  readonly rollUp: { readonly counts: readonly number[] };
}

/** What the record knows of the losses of all groups. */
export type FleetLosses = LossesInput;

/** Beside which moment (milliseconds) times are written, and in whose clock. */
export interface SpokenAt {
  readonly now: number;
  readonly zone: Zone;
}

/** What several groups have in common, "" where they have nothing: `who` is set apart by its tone. */
export function commonTrouble(
  fleet: CommonInput,
  losses: FleetLosses | null,
  tense: Tense,
  spoken: SpokenAt,
): { readonly who: string; readonly words: string; readonly tone: Tone } | null {
  const trouble = lostTrouble(fleet, losses, spoken) ?? failingTrouble(fleet, tense);
  const rollout = rolloutTrouble(fleet, tense, spoken);
  if (trouble === null || rollout === null) return trouble ?? rollout;
  return { ...trouble, words: `${trouble.words} ${rollout.who} ${rollout.words}` };
}

function lostTrouble({ lost, groupsLosing }: CommonInput, losses: FleetLosses | null, spoken: SpokenAt) {
  if (groupsLosing < 2) return null;
  const open = losses === null ? [] : openLosses(losses);
  // Where the record names more or fewer than the groups miss, when they went is not told.
  const when = open.length === lost ? ` ${suddenPhrase(open, spoken.now, spoken.zone)}` : "";
  const shared = losses === null ? "" : lostShared(losses);
  const words = [`were lost${when}`, shared].filter((part) => part !== "").join("; ");
  return { who: `${plural(lost, "machine")} in ${plural(groupsLosing, "group")}`, words: `${words}.`, tone: "bad" } as const;
}

function lostShared({ total, left, traits }: FleetLosses): string {
  const [most] = sharedAcross(
    traits.map(({ trait, value, lost, left: others }) => ({ trait, value, troubled: lost, others })),
    total,
    left,
  );
  if (most === undefined) return "";
  const who = most.count === total ? "all of them" : `${formatCount(most.count)} of the ${formatCount(total)} that were lost within a day`;
  return `${who} were ${placed(most)}`;
}

function failingTrouble({ failing }: CommonInput, tense: Tense) {
  const { count, groups, shared } = failing;
  if (groups < 2 || shared.length === 0) return null;
  const words = shared.map((one) => `${one.count === count ? "all" : formatCount(one.count)} of them ${tense.past ? "were" : "are"} ${placed(one)}`);
  return {
    who: `${plural(count, "machine")} in ${plural(groups, "group")}`,
    words: `${tense.past ? "failed" : "fail"}; ${listPhrase(words)}.`,
    tone: "bad",
  } as const;
}

const UNVERIFIED = STATES.indexOf("unverified");
const RECONNECTING = STATES.indexOf("reconnecting");

function rolloutTrouble({ rollout, rollUp }: CommonInput, tense: Tense, { now, zone }: SpokenAt) {
  const [unverified, reconnecting] = [rollUp.counts[UNVERIFIED] ?? 0, rollUp.counts[RECONNECTING] ?? 0];
  if (rollout === null || unverified + reconnecting === 0) return null;
  const verb = (count: number) => (tense.past ? (count === 1 ? "was" : "were") : count === 1 ? "is" : "are");
  const replicas = `${plural(rollout.went, "replica")} went and ${formatCount(rollout.came)} came since ${formatMoment(rollout.since, now, zone)}`;
  const waiting = [
    unverified > 0 ? `${plural(unverified, "machine")} ${verb(unverified)} unverified` : "",
    reconnecting > 0 ? `${plural(reconnecting, "machine")} ${verb(reconnecting)} reconnecting` : "",
  ].filter((part) => part !== "");
  // Whether it is over nobody knows: machines come to the new replicas as their connections are renewed.
  return { who: "A rollout of istiod:", words: `${replicas}; ${listPhrase(waiting)}.`, tone: "blind" } as const;
}

const PREPOSITIONS: ReadonlyMap<string, string> = new Map([
  ["zone", "in"],
  ["network", "in"],
  ["replica", "held by"],
  ["revision", "held by replicas of"],
  ["version", "of"],
]);

function placed({ trait, value }: { readonly trait: string; readonly value: string }): string {
  return `${PREPOSITIONS.get(trait) ?? "with"} ${trait} ${value}`;
}

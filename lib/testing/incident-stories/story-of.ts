import { badDeploy, imageRoll, leak, plannedDrain, relapse, restartRoll, slowBurn } from "./deploys";
import { STORY_SIZES, type StorySize } from "./fleet";
import { autoscalerWeek, flappingMachine, flappingSingles, spotChurn, stolosAway, windowOverrun } from "./nights-and-gaps";
import {
  clockSkew,
  groupDeleted,
  istiodGone,
  istiodRollout,
  oneZoneCluster,
  selectorTypo,
  twoCausesOneZone,
  twoCausesTwoPlaces,
  twoViewers,
  zoneOutage,
  zoneOutageDeadReplica,
} from "./outages";
import type { PlotWriter } from "./plot";
import { seededRandom } from "./seeded-random";
import type { Story } from "./story";

const LARGE: readonly StorySize[] = [1_200, 50_000];

interface Kind {
  readonly write: PlotWriter;
  /** Sizes at which the kind makes sense. */
  readonly sizes: readonly StorySize[];
}

/** Every kind of story. */
const KINDS = {
  "zone-outage": { write: zoneOutage, sizes: STORY_SIZES },
  "zone-outage-dead-replica": { write: zoneOutageDeadReplica, sizes: STORY_SIZES },
  "bad-deploy": { write: badDeploy, sizes: STORY_SIZES },
  "istiod-rollout": { write: istiodRollout, sizes: STORY_SIZES },
  "istiod-gone": { write: istiodGone, sizes: STORY_SIZES },
  leak: { write: leak, sizes: STORY_SIZES },
  "group-deleted": { write: groupDeleted, sizes: STORY_SIZES },
  "flapping-machine": { write: flappingMachine, sizes: STORY_SIZES },
  "flapping-singles": { write: flappingSingles, sizes: LARGE },
  "two-causes-one-zone": { write: twoCausesOneZone, sizes: LARGE },
  "two-causes-two-places": { write: twoCausesTwoPlaces, sizes: LARGE },
  "slow-burn": { write: slowBurn, sizes: LARGE },
  "planned-drain": { write: plannedDrain, sizes: STORY_SIZES },
  "window-overrun": { write: windowOverrun, sizes: STORY_SIZES },
  "autoscaler-week": { write: autoscalerWeek, sizes: LARGE },
  "spot-churn": { write: spotChurn, sizes: LARGE },
  "image-roll": { write: imageRoll, sizes: STORY_SIZES },
  "restart-roll": { write: restartRoll, sizes: STORY_SIZES },
  "stolos-away": { write: stolosAway, sizes: STORY_SIZES },
  "clock-skew": { write: clockSkew, sizes: STORY_SIZES },
  "one-zone-cluster": { write: oneZoneCluster, sizes: STORY_SIZES },
  relapse: { write: relapse, sizes: STORY_SIZES },
  "selector-typo": { write: selectorTypo, sizes: STORY_SIZES },
  "two-viewers": { write: twoViewers, sizes: STORY_SIZES },
} satisfies Record<string, Kind>;

export type StoryKind = keyof typeof KINDS;

export const STORY_KINDS = Object.keys(KINDS) as StoryKind[];

export function sizesOf(kind: StoryKind): readonly StorySize[] {
  return KINDS[kind].sizes;
}

/** Writes the story of a kind. Equal arguments give equal stories; consecutive seeds give all variants of a kind. */
export function storyOf(kind: StoryKind, seed: number, size: StorySize): Story {
  if (!sizesOf(kind).includes(size)) throw new Error(`There is no story ${kind} with ${size} machines.`);
  const random = seededRandom(seed * STORY_KINDS.length + STORY_KINDS.indexOf(kind));
  return { kind, seed, size, ...KINDS[kind].write({ size, seed, random }) };
}

/** At least `count` stories from consecutive seeds: each round has every kind once at each of its sizes. */
export function storiesFrom(firstSeed: number, count: number): Story[] {
  const stories: Story[] = [];
  for (let seed = firstSeed; stories.length < count; seed++)
    for (const kind of STORY_KINDS) for (const size of sizesOf(kind)) stories.push(storyOf(kind, seed, size));
  return stories;
}

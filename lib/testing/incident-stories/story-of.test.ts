import { describe, expect, it } from "vitest";
import type { StorySize } from "./fleet";
import { observationsOf } from "./observations-of";
import type { Story } from "./story";
import { STORY_KINDS, sizesOf, storiesFrom, storyOf } from "./story-of";
import { type Outage, Truth } from "./truth";

function outagesOf(story: Story): { readonly from: number; readonly outages: readonly Outage[]; readonly truth: Truth } {
  const play = observationsOf(story);
  const truth = new Truth(story, play);
  for (const observation of play.observations) truth.apply(observation);
  return { from: play.from, outages: truth.outages, truth };
}

/** Each kind in all its variants, without the largest fleets. */
const SMALL = STORY_KINDS.flatMap((kind) => sizesOf(kind).flatMap((size) => (size === 50_000 ? [] : [{ kind, size }])));

describe.each(SMALL)("$kind with $size machines", ({ kind, size }) => {
  const stories = [1, 2, 3, 4].map((seed) => storyOf(kind, seed, size));
  const played = stories.map((story) => ({ story, ...outagesOf(story) }));

  it("has each known incident as declared", () => {
    for (const { story, from, outages } of played)
      for (const { key, begins, over, services = [], machines } of story.incidents) {
        const own = outages.filter(({ label }) => label === key);
        expect(own.length).toBeGreaterThan(0);
        expect(own.length).toBeGreaterThanOrEqual(kind === "autoscaler-week" ? 10 : machines.flatMap(({ numbers }) => numbers).length + services.length);
        const first = Math.min(...own.map((outage) => outage.from)) - from;
        expect(first).toBeGreaterThanOrEqual(begins[0]);
        expect(first).toBeLessThanOrEqual(begins[1]);
        const last = Math.max(...own.map(({ to }) => to ?? Number.POSITIVE_INFINITY)) - from;
        if (over === null) expect(last).toBe(Number.POSITIVE_INFINITY);
        else expect(last).toBeLessThanOrEqual(over[1]);
      }
  });

  it("has no other machine outside windows that is bad for 2 min, or away for 10", () => {
    for (const { outages, truth } of played) {
      const others = outages.filter((outage) => outage.label === null && outage.group !== "" && truth.plannedUntil(outage, outage.from) === null);
      const most = (leftHealthy: boolean) => (leftHealthy ? 10 : 2) * 60_000;
      expect(others.filter(({ from, to, leftHealthy }) => (to ?? Number.POSITIVE_INFINITY) - from > most(leftHealthy))).toEqual([]);
    }
  });
});

it("plays fleets of 50,000 machines", () => {
  const size: StorySize = 50_000;
  const counts = (["zone-outage-dead-replica", "istiod-gone", "spot-churn"] as const).map((kind) => outagesOf(storyOf(kind, 1, size)).outages.length);
  expect(counts[0]).toBeGreaterThan(16_000);
  // Without istiod every machine is unverified. Three other outages are brief failures before.
  expect(counts.slice(1)).toEqual([50_003, 1_750]);
});

it("gives every kind at each of its sizes in a round", () => {
  const stories = storiesFrom(1, 200);
  expect(stories.length).toBeGreaterThanOrEqual(200);
  for (const kind of STORY_KINDS) expect(stories.filter((story) => story.kind === kind).length).toBeGreaterThanOrEqual(2 * sizesOf(kind).length);
});

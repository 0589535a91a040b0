import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { type StoryKind, storyOf } from "@/lib/testing/incident-stories/story-of";
import { playPast } from "./play";

const MINUTE = 60_000;
const BAD = ["lost", "unhealthy", "unverified"];

/** Kinds with trouble of each sort, in a fleet of five machines. */
const KINDS: readonly (readonly [StoryKind, seed: number])[] = [
  ["zone-outage-dead-replica", 1],
  ["bad-deploy", 3],
  ["istiod-rollout", 1],
  ["stolos-away", 1],
];

/** The machines that are bad in each minute of a story's script, by the script's own count. */
async function badMinutes(kind: StoryKind, seed: number) {
  const story = storyOf(kind, seed, 5);
  const past = await playPast(story.script, { seed, now: Date.parse("2026-11-29T12:00:00Z") });
  const bad = new Map<string, number[]>();
  for (const { at, clusters } of past.counts)
    for (const { machines } of clusters) for (const { id, word } of machines) if (BAD.includes(word)) bad.set(id, [...(bad.get(id) ?? []), at - past.from]);
  await past.close();
  rmSync(past.folder, { recursive: true });
  return { story, bad };
}

it.each(KINDS)(
  "an incident story is the same trouble in a played past: %s",
  async (kind, seed) => {
    const { story, bad } = await badMinutes(kind, seed);
    const known = story.incidents.flatMap(({ machines, begins, over }) =>
      machines.flatMap(({ group, numbers }) =>
        numbers.map((number) => ({ id: `${group}-${number}`, from: begins[0], to: over?.[1] ?? story.script.lengthMs })),
      ),
    );
    const undecided = (story.undecided ?? []).flatMap(({ group, numbers }) => numbers.map((number) => `${group}-${number}`));
    for (const { id, from, to } of known) {
      const minutes = (bad.get(id) ?? []).filter((at) => at >= from && at <= to);
      expect({ id, isBad: minutes.length > 1 }).toEqual({ id, isBad: true });
    }
    const others = [...bad].filter(([id, minutes]) => !known.some((one) => one.id === id) && !undecided.includes(id) && minutes.length > 2);
    expect(others).toEqual([]);
    for (const { id, from, to } of known) expect((bad.get(id) ?? []).filter((at) => at < from - MINUTE || at > to + MINUTE)).toEqual([]);
  },
  60_000,
);

import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { type ComparedWords, wordsOfFleet, wordsOfScript } from "./compared-words";
import { COUNTED_WORDS, type FleetCount, wordsOf } from "./count";
import { hourOfTrouble } from "./hour-of-trouble";
import { type PlayedMoment, playPast } from "./play";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const HOUR = 3_600_000;

it("is an equal script for an equal seed, of at least five kinds", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const script = hourOfTrouble(seed);
    expect(JSON.stringify(script)).toBe(JSON.stringify(hourOfTrouble(seed)));
    expect(new Set(script.events.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
    expect(script.events.every(({ at }) => at >= 0)).toBe(true);
  }
  expect(JSON.stringify(hourOfTrouble(1))).not.toBe(JSON.stringify(hourOfTrouble(2)));
});

it("has at each minute the live fleet that the script counts, with words that add up", async () => {
  const moments: { readonly count: FleetCount; readonly live: ReadonlyMap<string, ComparedWords> }[] = [];
  const onMinute = ({ fleet, count }: PlayedMoment) => void moments.push({ count, live: wordsOfFleet(fleet) });
  const past = await playPast(hourOfTrouble(5), { seed: 5, now: NOW, liveMs: HOUR, onMinute });
  await past.close();
  rmSync(past.folder, { recursive: true });
  expect(moments).toHaveLength(60);
  for (const { count, live } of moments) {
    expect({ at: count.at, groups: live }).toEqual({ at: count.at, groups: wordsOfScript(count) });
    const { total, ...words } = wordsOf(count);
    expect(COUNTED_WORDS.reduce((sum, word) => sum + words[word], 0)).toBe(total);
  }
  const troubled = moments.filter(({ count }) => wordsOf(count).healthy < 1_200);
  expect(troubled.length).toBeGreaterThan(20);
}, 120_000);

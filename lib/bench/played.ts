import { rmSync } from "node:fs";
import { atMost, print } from "@/lib/testing/figures";
import { hourOfTrouble } from "@/lib/testing/played-past/hour-of-trouble";
import { type PlayOptions, playPast } from "@/lib/testing/played-past/play";
import { dailyCurve, type PastScript } from "@/lib/testing/played-past/script";

const DAYS = 7;
const DAY_MS = 86_400_000;
const ZONES = ["eu-central-1a", "eu-central-1b", "eu-central-1c"];
/** A test or a demo waits for a played past. Seconds of CPU, all threads. */
const MOST_SECONDS = 30;

const WEEK: PastScript = {
  lengthMs: DAYS * DAY_MS,
  clusters: [
    {
      name: "prod-eu",
      istiods: ZONES.map((zone, at) => ({ key: String(at), zone })),
      groups: [{ namespace: "search", name: "search", size: 20, zones: ZONES, expected: "10-60" }],
    },
  ],
  events: dailyCurve("search/search", { low: 20, high: 60, days: DAYS, everyMs: 600_000 }),
};

/** P21: the CPU time of a played week with autoscaling of 60 machines, and of an hour of trouble with 1,210 machines. */
export async function playedPasts(): Promise<void> {
  await measured(1_210, "CPU of an hour of trouble", hourOfTrouble(5), { liveMs: 3_600_000 });
  await measured(60, "CPU of a week of autoscaling", WEEK, {});
}

async function measured(entries: number, metric: string, script: PastScript, options: Partial<PlayOptions>): Promise<void> {
  const began = process.cpuUsage();
  const past = await playPast(script, { seed: 5, now: Date.now(), ...options });
  await past.close();
  const { user, system } = process.cpuUsage(began);
  rmSync(past.folder, { recursive: true });
  print(atMost(MOST_SECONDS, { part: "P21", entries, metric, value: (user + system) / 1e6, unit: "s" }));
}

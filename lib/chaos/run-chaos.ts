import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { API_FAULTS, type Backup, type Scene } from "./api-faults";
import type { StartContender } from "./contender";
import { fairNow, SPEED } from "./fast-clock";
import { createFleetScript, PLURAL } from "./fleet-script";
import { seededRandom } from "./seeded-random";

export interface ChaosRun {
  readonly seed: number;
  readonly faults: readonly string[];
  /** What still differs at the end, or null. */
  readonly wrong: string | null;
  /** From the last fault to equality, in milliseconds of the product's time. */
  readonly convergedMs: number;
  /** What differed last before everything was equal, or null where it was from the first look. */
  readonly last: string | null;
}

export interface ChaosOptions {
  readonly start: StartContender;
  readonly seed: number;
  /** How long equality is waited for; milliseconds in which this process had its turns. */
  readonly patienceMs: number;
  /** Names of faults to leave out. */
  readonly without?: ReadonlySet<string>;
}

const STEPS = 60;

/** One run: sixty changes with faults among them on both roads, then none; at the end everything must be equal. */
export async function runChaos({ start, seed, patienceMs, without = new Set() }: ChaosOptions): Promise<ChaosRun> {
  const random = seededRandom(seed);
  const api = await startFakeKubeApi();
  const script = createFleetScript(api, random);
  for (let i = 0; i < 10; i++) script.change();
  // The contender's own dice: how often it throws them depends on the moment, and must not change the script.
  const contender = await start(api, seededRandom(seed + 1_000_003));
  // In calm runs nothing comes later that would repair by chance what one fault has broken.
  const roughness = random.pick([0.04, 0.12, 0.3]);
  const backups: Backup[] = [];
  const faults: string[] = [];
  const scene: Scene = {
    ...{ api, random, backups, change: () => script.change() },
    answer(how, ms) {
      const until = performance.now() + ms;
      api.intercept = (request) => (performance.now() < until ? how(request) : null);
    },
  };
  try {
    for (let step = 0; step < STEPS; step++) {
      if (random.chance(0.15)) backups.push({ objects: new Map(api.collection(PLURAL).objects), version: api.version() });
      if (random.chance(roughness)) {
        const fault = random.pick(API_FAULTS.filter(({ name }) => !without.has(name)));
        faults.push(fault.name);
        await fault.inflict(scene);
      }
      if (random.chance(roughness / 2)) faults.push(contender.disturb(random) ?? "nothing");
      script.change();
      if (random.chance(0.6)) await pause(random.below(25));
    }
    const lastBackup = backups.at(-1);
    api.intercept = () => null;
    contender.heal();
    script.change();
    script.change();
    if (seed % 4 === 0 && lastBackup !== undefined) {
      // The last act is a restore that nobody tells of: no event, no cut, and versions that are lower than those held.
      await pause(30);
      api.restore(PLURAL, lastBackup.objects, lastBackup.version);
    }
    const began = fairNow();
    let last: string | null = null;
    const difference = () => {
      const found = contender.difference();
      last = found ?? last;
      return found;
    };
    const wrong = await settled(difference, patienceMs);
    return { seed, faults, wrong, last, convergedMs: (fairNow() - began) * SPEED };
  } finally {
    await contender.stop();
    await api.close();
  }
}

/** Waits until nothing differs, twice in a row; answers with what still does when patience ends. */
async function settled(difference: () => string | null, patienceMs: number): Promise<string | null> {
  const until = fairNow() + patienceMs;
  for (let equal = 0; ; ) {
    const found = difference();
    equal = found === null ? equal + 1 : 0;
    if (equal === 2) return null;
    if (fairNow() > until) return found;
    await pause(40);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { API_FAULTS, type Backup, type Scene } from "./api-faults";
import type { StartContender } from "./contender";
import { SPEED } from "./fast-clock";
import { createFleetScript, PLURAL } from "./fleet-script";
import { seededRandom } from "./seeded-random";

export interface ChaosRun {
  readonly seed: number;
  readonly faults: readonly string[];
  /** What still differs at the end, or null. */
  readonly wrong: string | null;
  /** From the last fault to equality, in milliseconds of the product's time. */
  readonly convergedMs: number;
}

export interface ChaosOptions {
  readonly start: StartContender;
  readonly seed: number;
  /** How long equality is waited for; milliseconds of the machine. */
  readonly patienceMs: number;
}

const STEPS = 60;

/** One run: sixty changes with faults among them on both roads, then none; at the end everything must be equal. */
export async function runChaos({ start, seed, patienceMs }: ChaosOptions): Promise<ChaosRun> {
  const random = seededRandom(seed);
  const api = await startFakeKubeApi();
  const script = createFleetScript(api, random);
  for (let i = 0; i < 10; i++) script.change();
  // The contender's own dice: how often it throws them depends on the moment, and must not change the script.
  const contender = await start(api, seededRandom(seed + 1_000_003));
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
      if (random.chance(0.2)) {
        const fault = random.pick(API_FAULTS);
        faults.push(fault.name);
        await fault.inflict(scene);
      }
      if (random.chance(0.12)) faults.push(contender.disturb(random) ?? "nothing");
      script.change();
      if (random.chance(0.6)) await pause(random.below(25));
    }
    api.intercept = () => null;
    contender.heal();
    script.change();
    script.change();
    const began = performance.now();
    const wrong = await settled(() => contender.difference(), patienceMs);
    return { seed, faults, wrong, convergedMs: (performance.now() - began) * SPEED };
  } finally {
    await contender.stop();
    await api.close();
  }
}

/** Waits until nothing differs, twice in a row; answers with what still does when patience ends. */
async function settled(difference: () => string | null, patienceMs: number): Promise<string | null> {
  const until = performance.now() + patienceMs;
  for (let equal = 0; ; ) {
    const found = difference();
    equal = found === null ? equal + 1 : 0;
    if (equal === 2) return null;
    if (performance.now() > until) return found;
    await pause(40);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

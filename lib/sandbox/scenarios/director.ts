import { badDeploy } from "./bad-deploy";
import { demo } from "./demo";
import { examples } from "./examples";
import { flapping } from "./flapping";
import { restore } from "./incidents";
import { istiodRollout } from "./istiod-rollout";
import { leak } from "./leak";
import { migration } from "./migration";
import { reusedIp } from "./reused-ip";
import type { Scenario, Scene } from "./scene";
import { zoneOutage } from "./zone-outage";

/** Nothing happens but what always does: streams are recycled, verdicts said again. */
const steady: Scenario = async (scene) => restore(scene);

export const scenarios: ReadonlyMap<string, Scenario> = new Map([
  ["demo", demo],
  ["steady", steady],
  ["zone-outage", zoneOutage],
  ["istiod-rollout", istiodRollout],
  ["bad-deploy", badDeploy],
  ["flapping", flapping],
  ["leak", leak],
  ["reused-ip", reusedIp],
  ["migration", migration],
  ["examples", examples],
  ["empty", steady],
  ["huge", steady],
]);

/** Plays one scenario at a time. */
export class Director {
  #current = "none";
  #ends = new AbortController();

  constructor(
    readonly scene: Omit<Scene, "pause">,
    /** Durations of scenarios are divided by it. */
    readonly speed: number,
  ) {}

  get current(): string {
    return this.#current;
  }

  /** Ends what plays and begins another. Throws for a name there is no scenario of. */
  play(name: string): void {
    const scenario = scenarios.get(name);
    if (scenario === undefined) throw new Error(`no scenario ${name}: there are ${[...scenarios.keys()].join(", ")}`);
    this.stop();
    const { signal } = this.#ends;
    this.#current = name;
    const scene: Scene = { ...this.scene, pause: (durationMs) => this.#pause(durationMs, signal) };
    scenario(scene).catch((problem: unknown) => {
      if (!signal.aborted) this.scene.tell(`scenario ${name} ended: ${String(problem)}`);
    });
  }

  stop(): void {
    this.#ends.abort();
    this.#ends = new AbortController();
    this.#current = "none";
  }

  #pause(durationMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const cancel = this.scene.stage.controlPlane.around.clock.after(durationMs / this.speed, () => {
        signal.removeEventListener("abort", end);
        resolve();
      });
      const end = (): void => {
        cancel();
        reject(signal.reason);
      };
      signal.addEventListener("abort", end, { once: true });
    });
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import type { WatchedStore } from "./cluster-feed";
import { numberedTokens, PlayedStolos } from "./stolos";

const CLUSTER = "prod-eu";

/** Stolos beside a cluster whose objects the caller changes on the same clock. Must be closed. */
export class StolosBeside {
  readonly #folder = mkdtempSync(join(tmpdir(), "stolos-beside-"));
  readonly #stolos: PlayedStolos;

  private constructor(private readonly store: WatchedStore) {
    const { timeline } = store;
    const clusters = [{ script: { name: CLUSTER }, mesh: { store } }];
    this.#stolos = new PlayedStolos({ timeline, folder: this.#folder, clusters, liveFrom: timeline.now(), token: numberedTokens(1) });
  }

  static async start(store: WatchedStore): Promise<StolosBeside> {
    const stolos = new StolosBeside(store);
    await stolos.#stolos.start();
    store.timeline.settleWith(() => stolos.#stolos.settle());
    return stolos;
  }

  get fleet(): LiveFleet {
    return this.#stolos.running.fleet;
  }

  /** The incidents in the order in which they opened. */
  get incidents(): readonly Incident[] {
    return [...this.fleet.incidentMemory.all].sort((a, b) => a.openedAt - b.openedAt);
  }

  /** Lets time pass. Milliseconds. */
  advance(ms: number): Promise<void> {
    const { timeline } = this.store;
    return timeline.runTo(timeline.now() + ms);
  }

  async close(): Promise<void> {
    await this.#stolos.end("killed");
    rmSync(this.#folder, { recursive: true });
  }
}

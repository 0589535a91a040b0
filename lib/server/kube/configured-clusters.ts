import type { Clock } from "@/lib/server/clock";
import type { ClusterContext, KubeconfigSettings } from "./cluster-context";
import { type LoadedContexts, loadContexts } from "./contexts";
import { fileStamp } from "./file-stamp";
import type { Problem } from "./problem";

/** Files are checked for a change this often. A removed cluster is confirmed by a second reading, so that both take less than ten seconds. Milliseconds. */
const READ_AGAIN_MS = 3_000;

/** A change of the configured clusters. A cluster that another file names now is in both lists. */
export interface ClusterChange {
  readonly added: readonly ClusterContext[];
  readonly removed: readonly string[];
}

/**
 * The clusters that the settings name now. Their files are read again while the process runs. A cluster stays while its file is broken, and until two readings
 * lack it: programs write kubeconfigs in place. The connection of a cluster follows changed credentials by itself (`createTransport`).
 */
export class ConfiguredClusters {
  #contexts = new Map<string, ClusterContext>();
  #places = new Map<string, string>();
  #problems: readonly Problem[] = [];
  #missing: ReadonlySet<string> = new Set();
  #currentContext: string | null = null;
  #files: readonly string[] = [];
  #stamp: string | null = null;
  #listener: (change: ClusterChange) => void = () => undefined;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  private constructor(
    private readonly settings: KubeconfigSettings,
    private readonly clock: Clock,
    private readonly readAgainMs: number,
  ) {}

  /** Reads the clusters. Never rejects: what cannot be used is a problem. `timeScale` divides the time between two readings. */
  static async read(settings: KubeconfigSettings, clock: Clock, timeScale = 1): Promise<ConfiguredClusters> {
    const clusters = new ConfiguredClusters(settings, clock, READ_AGAIN_MS / timeScale);
    await clusters.readAgain();
    return clusters;
  }

  /** The clusters in the order of their files. */
  get contexts(): readonly ClusterContext[] {
    return [...this.#contexts.values()];
  }

  get names(): readonly string[] {
    return [...this.#contexts.keys()];
  }

  /** The clusters that the files name, also those that cannot be watched. */
  get named(): readonly string[] {
    return [...new Set([...this.names, ...this.#problems.flatMap(({ context }) => context ?? [])])];
  }

  /** The problems of the files, also of clusters that cannot be watched. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Reads the files again from now on. Calls the listener when the clusters or the problems change. */
  follow(listener: (change: ClusterChange) => void): void {
    this.#listener = listener;
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Reads the files if one of them changed. */
  async readAgain(): Promise<void> {
    // Taken before the files are read: a later change has another stamp.
    const stamp = await fileStamp(this.#files);
    if (stamp === this.#stamp && this.#missing.size === 0) return;
    const loaded = await loadContexts(this.settings, { places: this.#places, currentContext: this.#currentContext });
    const isSameFiles = String(loaded.files) === String(this.#files);
    [this.#files, this.#stamp] = [loaded.files, isSameFiles ? stamp : null];
    if (!this.#isStopped) this.#take(loaded);
  }

  #schedule(): void {
    this.#cancel = this.clock.setTimer(() => {
      void this.readAgain().finally(() => {
        if (!this.#isStopped) this.#schedule();
      });
    }, this.readAgainMs);
  }

  #take(loaded: LoadedContexts): void {
    const found = new Map(loaded.contexts.map((context) => [context.cluster, context]));
    const lacking = this.names.filter((cluster) => !found.has(cluster) && !this.#mayExist(cluster, loaded));
    const removed = lacking.filter((cluster) => this.#missing.has(cluster));
    const moved = this.names.filter((cluster) => found.has(cluster) && this.#places.get(cluster) !== loaded.places.get(cluster));
    const kept = this.names.filter((cluster) => !found.has(cluster) && !removed.includes(cluster));
    const added = loaded.contexts.filter(({ cluster }) => !this.#contexts.has(cluster) || moved.includes(cluster));
    // The connection of a cluster that stays reads its own files again: it is the same object.
    const stays = (context: ClusterContext) => (added.includes(context) ? context : (this.#contexts.get(context.cluster) ?? context));
    const next = [...loaded.contexts.map(stays), ...kept.flatMap((cluster) => this.#contexts.get(cluster) ?? [])];
    this.#places = new Map(next.map(({ cluster }) => [cluster, loaded.places.get(cluster) ?? this.#places.get(cluster) ?? ""]));
    this.#contexts = new Map(next.map((context) => [context.cluster, context]));
    this.#missing = new Set(lacking.filter((cluster) => !removed.includes(cluster)));
    this.#currentContext = loaded.currentContext ?? this.#currentContext;
    const before = JSON.stringify(this.#problems);
    this.#problems = this.#problemsOf(loaded, kept);
    if (added.length + removed.length > 0 || JSON.stringify(this.#problems) !== before) this.#listener({ added, removed: [...removed, ...moved] });
  }

  /** True if a broken file or context can be the only reason why the cluster was not found. */
  #mayExist(cluster: string, { problems, unreadable }: LoadedContexts): boolean {
    return unreadable.has(this.#places.get(cluster) ?? "") || problems.some(({ context, code }) => context === cluster && code !== "no-context");
  }

  /** The connection of a cluster that is kept reports the problems of its files itself, and that it uses what it read before. */
  #problemsOf({ problems, unreadable }: LoadedContexts, kept: readonly string[]): readonly Problem[] {
    const reported = new Set(kept.flatMap((cluster) => unreadable.get(this.#places.get(cluster) ?? "") ?? []));
    return problems.filter((one) => !reported.has(one) && !(one.context !== null && one.code !== "no-context" && kept.includes(one.context)));
  }
}

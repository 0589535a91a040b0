import type { Clock } from "./clock";
import type { ProxyNode } from "./proxy";
import { Refusal } from "./registration";
import type { Connection, Replica } from "./replica";

const firstBackoffMs = 200;
const longestBackoffMs = 5000;

export type MachineState =
  | { readonly kind: "connecting" | "stopped" }
  | { readonly kind: "connected"; readonly replica: string }
  | { readonly kind: "waiting"; readonly refusal: string };

/** One machine's agent: keeps a stream to some replica, comes back after every end, and says its last verdict again each time. */
export class VirtualMachine {
  state: MachineState = { kind: "stopped" };
  #connection: Connection | null = null;
  #verdict: string | null = null;
  #backoffMs = firstBackoffMs;
  #cancelRetry: () => void = () => undefined;
  #life = 0;

  constructor(
    readonly proxy: ProxyNode,
    readonly clock: Clock,
    /** Chooses the replica to connect to; null when none runs. */
    readonly pick: (proxy: ProxyNode) => Replica | null,
    /** What it has to pass on its way to istiod each time; throws a `Refusal`. Gives back who it is known to be. */
    readonly enter: (proxy: ProxyNode) => Promise<ProxyNode> = async (known) => known,
  ) {}

  get verdict(): string | null {
    return this.#verdict;
  }

  get connectedSince(): bigint | null {
    return this.#connection?.connectedAt ?? null;
  }

  start(): void {
    if (this.state.kind !== "stopped") return;
    this.#life += 1;
    this.#backoffMs = firstBackoffMs;
    void this.#connect(this.#life);
  }

  /** Goes on with a stream that began before this program did. `verdict` null = it never reported. */
  resume(replica: Replica, connectedAt: bigint, verdict: string | null): void {
    const life = ++this.#life;
    this.#verdict = verdict;
    this.#connection = replica.adopt(this.proxy, connectedAt, () => this.#lost(life));
    this.state = { kind: "connected", replica: replica.podName };
  }

  /** Closes its stream and stays away. */
  stop(): void {
    const connection = this.#leave();
    connection?.replica.close(connection);
  }

  /** Dies with its host or its network: istiod notices only when the stream's keep-alive fails, after this share of its full time. */
  vanish(share = 1): void {
    const connection = this.#leave();
    if (connection === null) return;
    const { keepaliveMs } = connection.replica.around.settings;
    this.clock.after(keepaliveMs * share, () => connection.replica.close(connection));
  }

  /** A new verdict of its probe; "" = healthy. */
  report(problem: string): void {
    this.#verdict = problem;
    if (this.#connection !== null) this.#connection.replica.report(this.#connection, problem);
  }

  #leave(): Connection | null {
    const connection = this.#connection;
    this.#life += 1;
    this.#cancelRetry();
    this.#connection = null;
    this.state = { kind: "stopped" };
    return connection;
  }

  async #connect(life: number): Promise<void> {
    this.state = { kind: "connecting" };
    const replica = this.pick(this.proxy);
    if (replica === null) return this.#retry(life);
    try {
      const entered = await this.enter(this.proxy);
      const connection = await replica.connect(entered, () => this.#lost(life));
      if (life !== this.#life) return replica.close(connection);
      if (!replica.running) return this.#retry(life);
      this.#connection = connection;
      this.#backoffMs = firstBackoffMs;
      this.state = { kind: "connected", replica: replica.podName };
      if (this.#verdict !== null) replica.report(connection, this.#verdict);
    } catch (problem) {
      if (life !== this.#life) return;
      if (!(problem instanceof Refusal)) replica.around.log(`${this.proxy.name}: ${String(problem)}`);
      this.state = { kind: "waiting", refusal: problem instanceof Error ? problem.message : String(problem) };
      this.#retry(life);
    }
  }

  #lost(life: number): void {
    if (life !== this.#life) return;
    this.#connection = null;
    this.state = { kind: "connecting" };
    this.#backoffMs = firstBackoffMs;
    this.#retry(life);
  }

  #retry(life: number): void {
    this.#cancelRetry = this.clock.after(this.#backoffMs, () => {
      if (life === this.#life) void this.#connect(life);
    });
    this.#backoffMs = Math.min(this.#backoffMs * 2, longestBackoffMs);
  }
}

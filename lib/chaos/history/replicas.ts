import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { SeededRandom } from "@/lib/chaos/seeded-random";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";

export interface ReplicaTask {
  readonly api: string;
  readonly database: string;
  readonly folder: string;
}

/** One replica of the product: a separate process that watches and records. */
export interface Replica {
  /** Resolves once the replica records every source. Rejects with the log if the process ends earlier. */
  readonly recording: Promise<void>;
  /** Sends a command to audit. Resolves once the process has accepted it. */
  audit(name: string): Promise<void>;
  log(): string;
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

const PROGRAM = ".stolos/history-replica.mjs";

export function startReplica(task: ReplicaTask): Replica {
  const child: ChildProcess = spawn(process.execPath, ["--enable-source-maps", PROGRAM, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let output = "";
  let log = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const waiting = new Map<string, () => void>();
  child.stderr?.on("data", (bytes: Buffer) => {
    log += bytes.toString();
  });
  child.stdout?.on("data", (bytes: Buffer) => {
    output += bytes.toString();
    for (const [line, resolve] of waiting) if (output.includes(`${line}\n`)) resolve();
  });
  const line = (text: string) =>
    new Promise<void>((resolve, reject) => {
      waiting.set(text, resolve);
      child.once("exit", () => reject(new Error(`The replica ended: ${log}`)));
    });
  const recording = line("recording");
  recording.catch(() => undefined);
  return {
    recording,
    audit: (name) => {
      const accepted = line(`audited ${name}`);
      child.send({ audit: name });
      return accepted;
    },
    log: () => log,
    kill: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

const NAMESPACE = "istio-system";
const ENTRIES = "workloadentries";

/** Machines of a fake API server, connected to replicas of istiod. A rollout moves all of them from one replica to the next. */
export class RolledOutMesh {
  /** The versions of each machine that the API server wrote, oldest first. */
  readonly written = new Map<string, string[]>();
  #istiod = 0;

  constructor(
    private readonly api: FakeKubeApi,
    private readonly random: SeededRandom,
    private readonly machines: number,
  ) {
    for (const name of ["shop", NAMESPACE]) api.put("namespaces", { name });
    api.put("nodes", { name: "n1", status: { conditions: [{ type: "Ready", status: "True" }] } });
    this.#putReplica();
    api.put("workloadgroups", { namespace: "shop", name: "checkout", spec: { template: {} } });
    for (let n = 0; n < machines; n++) this.#put(n, { connectedAt: this.#now() });
  }

  /** Replaces istiod. Each machine disconnects, and reconnects to the new replica after up to `awayMs`. `perSecond` = machines that move in a second. */
  async rollOut(perSecond: number, awayMs: number): Promise<void> {
    const old = this.#istiod++;
    this.#putReplica();
    const moved = this.#shuffled();
    const back: Promise<void>[] = [];
    for (let first = 0; first < moved.length; first += Math.ceil(perSecond / 20)) {
      for (const n of moved.slice(first, first + Math.ceil(perSecond / 20))) {
        this.#put(n, { disconnectedAt: this.#now() }, old);
        back.push(wait(this.random.below(awayMs)).then(() => this.#put(n, { connectedAt: this.#now() })));
      }
      await wait(50);
    }
    await Promise.all(back);
    this.api.remove("pods", `istiod-${old}`);
  }

  #now(): string {
    return new Date().toISOString();
  }

  #put(n: number, times: Readonly<Record<string, string>>, istiod = this.#istiod): void {
    const annotations = {
      "istio.io/autoRegistrationGroup": "checkout",
      "istio.io/workloadController": `istiod-${istiod}`,
      ...Object.fromEntries(Object.entries(times).map(([name, value]) => [`istio.io/${name}`, value])),
    };
    const uid = `uid-${n}`;
    const { metadata } = this.api.put(ENTRIES, {
      ...{ namespace: "shop", name: `vm-${n}`, uid, spec: { address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, labels: { app: "checkout" } } },
      metadata: { annotations, labels: { app: "checkout" }, creationTimestamp: "2026-01-01T00:00:00Z" },
    });
    this.written.set(uid, [...(this.written.get(uid) ?? []), metadata.resourceVersion]);
  }

  #putReplica(): void {
    const name = `istiod-${this.#istiod}`;
    this.api.put("pods", {
      ...{ namespace: NAMESPACE, name, uid: name, metadata: { labels: { app: "istiod" } } },
      spec: { nodeName: "n1", containers: [{ name: "discovery", args: ["--keepaliveMaxServerConnectionAge", "10h"] }] },
      status: {
        ...{ phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
        containerStatuses: [{ name: "discovery", state: { running: { startedAt: "2026-01-01T00:00:00Z" } } }],
      },
    });
  }

  #shuffled(): number[] {
    const numbers = Array.from({ length: this.machines }, (_, n) => n);
    for (let at = numbers.length - 1; at > 0; at--) {
      const other = this.random.below(at + 1);
      [numbers[at], numbers[other]] = [numbers[other] ?? 0, numbers[at] ?? 0];
    }
    return numbers;
  }
}

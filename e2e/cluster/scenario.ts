import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RealCluster } from "./real-cluster";

/** The namespace that scenario files and their objects name. */
const FILES_NAMESPACE = /\bplay\b/g;
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/**
 * A scenario file of the real cluster, played step by step in a namespace of its own where the file says `play`. A test names the step it expects next, so the file stays the source
 * and a test that no longer fits it says so. A `wait` of the file is counted from the step before it: what a test looks at meanwhile is part of it.
 */
export class Scenario {
  private readonly cluster: RealCluster;
  private readonly namespace: string;
  private readonly steps: string[];
  private nextAt = 0;

  constructor(cluster: RealCluster, name: string, namespace: string) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.steps = readFileSync(join(cluster.source, "scenarios", name), "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => this.moved(line));
  }

  /** Plays the next step, which must begin with `expected`. Resolves to the moment it was asked for, in milliseconds. */
  async step(expected: string): Promise<number> {
    await this.pass();
    const step = this.steps.shift() ?? "(the end)";
    if (!step.startsWith(expected)) throw new Error(`The scenario goes on with "${step}", and this test expects "${expected}".`);
    const askedAt = Date.now();
    await this.play(step);
    this.nextAt = Date.now() + this.takeWaits();
    return askedAt;
  }

  /** What is left of the file's wait, to its end. */
  async pass(): Promise<void> {
    await wait(Math.max(0, this.nextAt - Date.now()));
  }

  /** True once every step is played. */
  get isOver(): boolean {
    return this.steps.length === 0;
  }

  /** The text about this scenario's namespace; files of objects that it names become copies. */
  private moved(line: string): string {
    return line.replace(FILES_NAMESPACE, this.namespace).replace(/scenarios\/objects\/\S+/g, (path) => {
      const copy = join(this.cluster.folder, `${this.namespace}-${basename(path)}`);
      writeFileSync(copy, readFileSync(join(this.cluster.source, path), "utf8").replace(FILES_NAMESPACE, this.namespace));
      return copy;
    });
  }

  private takeWaits(): number {
    let total = 0;
    for (let next = this.steps[0]; next?.startsWith("wait "); next = this.steps[0]) {
      total += durationOf(next.slice("wait ".length));
      this.steps.shift();
    }
    return total;
  }

  private async play(step: string): Promise<void> {
    const [verb = "", ...words] = step.split(" ");
    const rest = words.join(" ").trim();
    switch (verb) {
      case "kubectl":
        return void (await this.cluster.kubectl(rest));
      case "connect":
        return void (await this.cluster.control("POST", "/vms", rest));
      case "health": {
        const [name, ...problem] = words;
        return void (await this.cluster.control("POST", `/vms/${name}/health`, JSON.stringify({ problem: problem.join(" ").trim() })));
      }
      case "disconnect":
        return void (await this.cluster.control("DELETE", `/vms/${rest}`));
      case "start-istiod":
        return void (await this.cluster.control("POST", `/replicas/${rest}`));
      case "stop-istiod":
        return void (await this.cluster.control("DELETE", `/replicas/${rest}`));
      case "lose-istiod":
        return void (await this.cluster.control("DELETE", `/replicas/${rest}?lost`));
      case "state":
        return;
      default:
        throw new Error(`The scenario has a step that this suite does not know: ${step}`);
    }
  }
}

function durationOf(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text.trim()) ?? [];
  const unitMs = UNITS_MS[unit ?? ""];
  if (amount === undefined || unitMs === undefined) throw new Error(`"${text}" is no duration.`);
  return Number(amount) * unitMs;
}

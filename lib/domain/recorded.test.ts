import { describe, expect, it } from "vitest";
import { anEntry, aReplica, aWorld } from "@/lib/testing/entries";
import recorded from "./fixtures/recorded.json";
import { timestampOf } from "./timestamp";
import { verdictOf } from "./verdict-of";
import type { WorkloadEntry } from "./workload-entry";
import type { Replica } from "./world";

type Scenario = keyof typeof recorded;

/** One recorded write: of an istiod Pod, or of an entry. */
interface Step {
  readonly at: string;
  readonly event: string;
  readonly pod?: string | undefined;
  readonly startedAt?: string | null | undefined;
  readonly maxConnectionAge?: string | undefined;
  readonly entry?: string | undefined;
  readonly group?: string | undefined;
  readonly controller?: string | undefined;
  readonly connectedAt?: string | null | undefined;
  readonly disconnectedAt?: string | null | undefined;
  readonly gate?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly message?: string | undefined;
}

const scenarios: Record<Scenario, readonly Step[]> = recorded;

/** The words of one machine in the order in which a reader sees them; "gone" = its entry was deleted. */
function wordsOf(scenario: Scenario, machine: string): string[] {
  const replicas = new Map<string, Replica>();
  const words: string[] = [];
  let entry: WorkloadEntry | null = null;
  for (const step of scenarios[scenario]) {
    if (step.pod !== undefined) keep(replicas, step.pod, step);
    else if (step.entry === machine) entry = step.event === "DELETED" ? null : entryOf(step);
    else continue;
    const word: string = entry === null ? "gone" : verdictOf(entry, aWorld([...replicas.values()]), Date.parse(step.at)).state;
    if (words.at(-1) !== word) words.push(word);
  }
  return words[0] === "gone" ? words.slice(1) : words;
}

function keep(replicas: Map<string, Replica>, name: string, { event, startedAt, maxConnectionAge }: Step): void {
  if (event === "DELETED") replicas.delete(name);
  else replicas.set(name, aReplica({ name, runningSince: startedAt ? Date.parse(startedAt) : null, maxConnectionAgeMs: maxAgeOf(maxConnectionAge ?? "") }));
}

/** Go's way of writing a duration, as far as these recordings use it: "1m0s". */
function maxAgeOf(text: string): number | undefined {
  const [, minutes, seconds] = /^(\d+)m(\d+)s$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(minutes) * 60_000 + Number(seconds) * 1000;
}

function entryOf({ entry, group, controller, connectedAt, disconnectedAt, gate, status, message }: Step): WorkloadEntry {
  return anEntry({
    name: entry ?? "",
    registrationGroup: group ?? "",
    controller: controller ?? "",
    connectedAt: connectedAt ? timestampOf(connectedAt) : null,
    disconnectedAt: disconnectedAt ? timestampOf(disconnectedAt) : null,
    gate: gate ?? null,
    health: status ? { status, message: message ?? "", lastProbeTime: null, lastTransitionTime: null } : null,
  });
}

const first = "checkout-10.30.0.1-vpc-2";
const second = "checkout-10.30.0.2-vpc-2";

describe("what a real istiod wrote, as a reader sees it", () => {
  const cases: readonly [claim: string, Scenario, machine: string, words: string[]][] = [
    ["a machine comes, fails, recovers, leaves and is deleted", "lifecycle", first, ["awaiting", "healthy", "unhealthy", "healthy", "reconnecting", "gone"]],
    ["one without a probe is never checked", "lifecycle", "plain-10.30.0.2", ["unchecked", "reconnecting", "gone"]],
    [
      "one that died with its replica is unverified as soon as the Pod is gone, and stays so when the name is back",
      "lost-replica",
      second,
      ["awaiting", "healthy", "unverified"],
    ],
    ["one whose replica crashed within its Pod is unverified as soon as the container started anew", "crash", second, ["awaiting", "healthy", "unverified"]],
    ["its sister on the other replica is left alone", "crash", first, ["awaiting", "healthy", "reconnecting", "gone"]],
  ];
  it.each(cases)("%s", (_, scenario, machine, words) => {
    expect(wordsOf(scenario, machine)).toEqual(words);
  });

  it("the recycling one is read with the age that its replicas declare", () => {
    expect(scenarios.recycle.flatMap(({ maxConnectionAge }) => (maxConnectionAge ? [maxAgeOf(maxConnectionAge)] : []))).toEqual([60_000, 60_000]);
  });

  it("routine recycling is never called an outage", () => {
    for (const machine of machinesOf("recycle")) {
      for (const word of ["unverified", "overdue", "disconnected"]) expect(wordsOf("recycle", machine)).not.toContain(word);
    }
  });

  it("after a rollout nobody is left in doubt while connected", () => {
    expect(wordsOf("rollout", second).filter((word) => word !== "unverified")).toContain("unhealthy");
    expect(wordsOf("rollout", first).slice(0, 4)).toEqual(["awaiting", "healthy", "unverified", "healthy"]);
  });
});

function machinesOf(scenario: Scenario): string[] {
  return [...new Set(scenarios[scenario].flatMap(({ entry }) => entry ?? []))];
}

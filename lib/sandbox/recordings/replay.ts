import { type Clock, VirtualClock } from "@/lib/sandbox/istiod/clock";
import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import type { KubeApi, KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { MemoryApi } from "@/lib/sandbox/istiod/memory-api";
import { playSteps } from "@/lib/sandbox/istiod/play-steps";
import { seeded } from "@/lib/sandbox/istiod/random";
import { chartSettings } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import { parseStep, type Step } from "@/lib/sandbox/istiod/steps";
import type { Recorded } from "./comparable";
import { recordedFiles } from "./objects";

const place = { node: "node-1", region: "eu-central-1", zone: "eu-central-1a", ip: "10.1.0.10" };

/** Disconnections that raced with the end of a replica and were written in the recording. */
export const WRITTEN_AT_STOP: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([["rollout", [[], ["play/vm-3"], ["play/vm-1"]]]]);

/** The virtual clock and the API server of a replay. */
export interface ReplayParts {
  readonly clock: Clock;
  readonly api: KubeApi;
  advance(ms: number): Promise<void>;
}

/** When the clock of a replay begins. */
export const REPLAY_BEGIN = Date.parse("2026-01-01T00:00:00Z");

function partsInMemory(): ReplayParts {
  const clock = new VirtualClock(REPLAY_BEGIN);
  return { clock, api: new MemoryApi(clock), advance: (ms) => clock.advance(ms) };
}

/** Plays a recording's steps to the simulated control plane on a virtual clock: what its API said, and whom it refused with which words. */
export async function replay(
  recorded: readonly Recorded[],
  writtenAtStop: readonly (readonly string[])[],
  { clock, api, advance }: ReplayParts = partsInMemory(),
): Promise<{ events: Recorded[]; waiting: Record<string, string> }> {
  const controlPlane = new ControlPlane({ api, clock, random: seeded(1), settings: settingsOf(recorded), places: [place], log: () => undefined });
  const stage = new Stage(controlPlane);
  await controlPlane.open();
  const revision = { name: "default", version: "1.31.0", replicas: 2 };
  for (const name of ["istiod-a", "istiod-b"]) await controlPlane.start(revision, name);

  const events: Recorded[] = [];
  let started = false;
  for (const kind of ["WorkloadGroup", "WorkloadEntry", "Pod"]) {
    await api.follow(kind, ({ type, object }) => {
      if (started) events.push({ event: type, object });
    });
  }
  started = true;
  let waiting: Record<string, string> = {};
  for (const step of stepsOf(recorded, writtenAtStop)) {
    await playSteps(stage, [step], advance, () => undefined);
    if (step.verb === "wait") waiting = { ...waiting, ...refusals(stage) };
    else await advance(step.verb === "apply" ? 100 : 1);
  }
  stage.close();
  return { events, waiting: lookedAt(recorded) ? waiting : {} };
}

function stepsOf(recorded: readonly Recorded[], writtenAtStop: readonly (readonly string[])[]): Step[] {
  let stops = 0;
  return recorded.flatMap(({ step: line }) => {
    const step = line === undefined ? null : parseStep(line, recordedFiles);
    if (step === null) return [];
    return [step.verb === "stop-istiod" ? { ...step, writes: writtenAtStop[stops++] ?? [] } : step];
  });
}

/** The settings that the recorded istiods published in their arguments. */
function settingsOf(recorded: readonly Recorded[]): typeof chartSettings {
  const pod = recorded.find(({ object }) => object?.kind === "Pod")?.object as KubeObject & { spec: { containers: { args: string[] }[] } };
  const short = pod.spec.containers[0]?.args.includes("1m0s") ?? false;
  return short ? { ...chartSettings, maxAgeMs: 60_000 } : chartSettings;
}

function refusals(stage: Stage): Record<string, string> {
  return Object.fromEntries(
    [...stage.machines].flatMap(([id, { state }]) => (state.kind === "waiting" ? [[id, state.refusal.replace(/ \(e\.g\..*$/, "")]] : [])),
  );
}

function lookedAt(recorded: readonly Recorded[]): boolean {
  return recorded.some(({ step }) => step === "state");
}

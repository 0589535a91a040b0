import { beforeEach, describe, expect, it } from "vitest";
import { VirtualClock } from "./clock";
import { ControlPlane } from "./control-plane";
import type { KubeObject } from "./kube-api";
import { MemoryApi } from "./memory-api";
import { playSteps } from "./play-steps";
import type { ProxyNode } from "./proxy";
import { seeded } from "./random";
import { chartSettings } from "./settings";
import { Stage } from "./stage";
import type { Step } from "./steps";

const namespace = "play";
const group: KubeObject = {
  apiVersion: "networking.istio.io/v1",
  kind: "WorkloadGroup",
  metadata: { name: "web", namespace },
  spec: { template: { serviceAccount: "vm" } },
};
const handWritten: KubeObject = {
  apiVersion: "networking.istio.io/v1",
  kind: "WorkloadEntry",
  metadata: { name: "by-hand", namespace, annotations: { "proxy.istio.io/health-checks-enabled": "true" } },
  spec: { address: "10.0.0.9" },
};
const place = { node: "node-1", region: "r", zone: "z", ip: "10.1.0.1" };
const machine = (name: string, more: Partial<ProxyNode> = {}): ProxyNode => ({
  name,
  namespace,
  group: "web",
  address: "10.0.0.1",
  serviceAccount: "vm",
  probe: true,
  ...more,
});
const connect = (proxy: ProxyNode): Step => ({ verb: "connect", proxy });
const wait = (durationMs: number): Step => ({ verb: "wait", durationMs });
const health = (name: string, problem = ""): Step => ({ verb: "health", machine: `${namespace}/${name}`, problem });
const disconnect = (name: string): Step => ({ verb: "disconnect", machine: `${namespace}/${name}` });

let clock: VirtualClock;
let api: MemoryApi;
let stage: Stage;

async function open(settings: Partial<typeof chartSettings> = {}): Promise<void> {
  clock = new VirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  api = new MemoryApi(clock);
  const controlPlane = new ControlPlane({ api, clock, random: seeded(1), settings: { ...chartSettings, ...settings }, places: [place], log: () => undefined });
  stage = new Stage(controlPlane);
  await controlPlane.open();
  await play({ verb: "start-istiod", replica: "a" }, { verb: "start-istiod", replica: "b" }, { verb: "apply", objects: [group, handWritten] });
}

async function play(...steps: Step[]): Promise<unknown[]> {
  const refused: unknown[] = [];
  await playSteps(
    stage,
    steps,
    (durationMs) => clock.advance(durationMs),
    (_, problem) => refused.push(problem),
  );
  await clock.advance(1);
  return refused;
}

async function entry(name = "web-10.0.0.1"): Promise<{ marks: Record<string, string>; healthy: string | null } | null> {
  const object = await api.get({ kind: "WorkloadEntry", namespace, name });
  if (object === null) return null;
  const conditions = (object.status?.conditions ?? []) as { type: string; status: string }[];
  return { marks: object.metadata.annotations ?? {}, healthy: conditions.find(({ type }) => type === "Healthy")?.status ?? null };
}

describe("a machine's entry, where no recording shows it", () => {
  beforeEach(() => open());

  it("of a hand-written entry: claimed, kept after the machine left, and its condition removed after the grace period", async () => {
    await play(connect({ name: "hand", namespace, entry: "by-hand", address: "10.0.0.9", replica: "a" }), wait(100), health("hand"), wait(100));
    expect(await entry("by-hand")).toMatchObject({ marks: { "istio.io/workloadController": "istiod-a" }, healthy: "True" });
    await play(disconnect("hand"), wait(9_000));
    expect(await entry("by-hand")).toMatchObject({ healthy: "True" });
    await play(wait(2_000));
    expect(await entry("by-hand")).toMatchObject({ healthy: null });
    expect((await api.get({ kind: "WorkloadEntry", namespace, name: "by-hand" }))?.status).toEqual({});
  });

  it("of a hand-written entry without the gate is left alone", async () => {
    const bare = { ...handWritten, metadata: { name: "bare", namespace } };
    await play({ verb: "apply", objects: [bare] }, connect({ name: "hand", namespace, entry: "bare", address: "10.0.0.9" }), wait(500));
    expect(stage.machine("play/hand").state.kind).toBe("connected");
    expect((await entry("bare"))?.marks).toEqual({});
  });

  it("is not marked disconnected while the machine has another stream to the same replica", async () => {
    await play(connect(machine("one", { replica: "a" })), connect(machine("twin", { replica: "a" })), wait(100), disconnect("one"), wait(15_000));
    expect((await entry())?.marks).toHaveProperty(["istio.io/connectedAt"]);
  });

  it("is taken over by whoever connects with the same address, and keeps the newer connection when the older one ends", async () => {
    await play(connect(machine("one", { replica: "a" })), wait(100), connect(machine("twin", { replica: "b" })), wait(100), disconnect("one"), wait(15_000));
    expect((await entry())?.marks).toMatchObject({ "istio.io/workloadController": "istiod-b" });
    expect((await entry())?.marks).not.toHaveProperty(["istio.io/disconnectedAt"]);
  });

  it("ignores a report that comes to a replica that does not hold it", async () => {
    await play(
      connect(machine("one", { replica: "a" })),
      wait(100),
      connect(machine("twin", { replica: "b" })),
      wait(100),
      health("one", "too late"),
      wait(100),
    );
    expect((await entry())?.healthy).toBeNull();
  });

  it("is made anew at once when its group comes back under a live connection", async () => {
    await play(connect(machine("one")), wait(100), { verb: "delete", kind: "WorkloadGroup", namespace, name: "web" }, wait(100));
    expect(await entry()).toBeNull();
    await play({ verb: "apply", objects: [group] }, wait(50));
    expect((await entry())?.marks).toHaveProperty(["istio.io/connectedAt"]);
  });

  it("left by a replica that stopped is deleted by the next sweep of another", async () => {
    const stop: Step = { verb: "stop-istiod", replica: "a", writes: ["play/one"] };
    await play(connect(machine("one", { replica: "a" })), wait(100), disconnect("one"), stop, wait(60_000));
    expect((await entry())?.marks).toHaveProperty(["istio.io/disconnectedAt"]);
    await play(wait(45_000));
    expect(await entry()).toBeNull();
  });
});

describe("a leaked entry", () => {
  it.each([
    { maxAgeMs: 60_000, waitMs: 85_000, there: true, claim: "stays until it is older than 1.5 × the maximum age" },
    { maxAgeMs: 60_000, waitMs: 201_000, there: false, claim: "is deleted by the first sweep after that" },
    { maxAgeMs: null, waitMs: 900_000, there: true, claim: "stays for ever where connections have no maximum age" },
  ])("$claim", async ({ maxAgeMs, waitMs, there }) => {
    await open({ maxAgeMs });
    await play(connect(machine("one", { replica: "a" })), wait(100), { verb: "lose-istiod", replica: "a" }, disconnect("one"), wait(waitMs));
    expect((await entry()) !== null).toBe(there);
  });

  it("is also one that claims to be connected in the future", async () => {
    await open();
    await play(connect(machine("one", { replica: "a" })), wait(100), { verb: "lose-istiod", replica: "a" }, disconnect("one"));
    const future = { key: "istio.io/connectedAt", value: "2027-01-01T00:00:00Z" };
    await play({ verb: "mark", field: "annotations", kind: "WorkloadEntry", namespace, name: "web-10.0.0.1", ...future }, wait(101_000));
    expect(await entry()).toBeNull();
  });
});

describe("connections", () => {
  it("are recycled between 0.9 and 1.1 of the maximum age, plus the grace that streams have", async () => {
    await open({ maxAgeMs: 60_000 });
    const lifetimes: number[] = [];
    await play(connect(machine("one")), wait(50));
    for (let round = 0; round < 20; round++) {
      const since = stage.machine("play/one").connectedSince ?? 0n;
      let ended = since;
      while (stage.machine("play/one").connectedSince === since) {
        await clock.advance(250);
        ended = clock.nanos();
      }
      lifetimes.push(Number((ended - since) / 1_000_000n));
      await clock.advance(500);
    }
    expect(Math.min(...lifetimes)).toBeGreaterThanOrEqual(64_000);
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(76_500);
  });

  it("of a machine that vanished last until the keep-alive fails", async () => {
    await open();
    await play(connect(machine("one")), wait(100), { verb: "vanish", machine: "play/one" }, wait(39_000));
    expect((await entry())?.marks).toHaveProperty(["istio.io/connectedAt"]);
    await play(wait(2_000));
    expect((await entry())?.marks).toHaveProperty(["istio.io/disconnectedAt"]);
  });
});

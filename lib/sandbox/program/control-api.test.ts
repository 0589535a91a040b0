import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { VirtualClock } from "@/lib/sandbox/istiod/clock";
import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import { MemoryApi } from "@/lib/sandbox/istiod/memory-api";
import { seeded } from "@/lib/sandbox/istiod/random";
import { chartSettings } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import { Director } from "@/lib/sandbox/scenarios/director";
import { serveControl } from "./control-api";

const group = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata: { name: "web", namespace: "play", uid: "1" }, spec: { template: {} } };
const entry = { kind: "WorkloadEntry", namespace: "play", name: "web-10.0.0.1" };

let compactions = 0;
let clock: VirtualClock;
let api: MemoryApi;
let served: Awaited<ReturnType<typeof serveControl>>;

beforeEach(async () => {
  clock = new VirtualClock(Date.parse("2026-01-01T00:00:00Z"));
  api = new MemoryApi(clock);
  const random = seeded(1);
  const places = [{ node: "node-1", region: "r", zone: "z", ip: "10.1.0.1" }];
  const stage = new Stage(new ControlPlane({ api, clock, random, settings: chartSettings, places, log: () => undefined }));
  const director = new Director({ stage, random, hands: api, plans: new Map(), tell: () => undefined }, 1);
  await stage.controlPlane.open();
  await stage.controlPlane.start({ name: "default", version: "1.31.0", replicas: 1 }, "istiod-a");
  api.seed(group);
  served = await serveControl({ stage, director, mesh: { api, certificate: "" }, compact: () => void compactions++ }, 0);
});

afterEach(() => {
  served.server.close();
  served.server.closeAllConnections();
});

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(served.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  await clock.advance(50);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const marks = async (): Promise<string> => JSON.stringify((await api.get(entry))?.metadata.annotations ?? null);

describe("the control verbs", () => {
  it("connect a VM, fail its probe, lose it and bring it back, by its name or its entry's", async () => {
    expect((await ask("POST", "/vms", { name: "one", namespace: "play", group: "web", address: "10.0.0.1", probe: true })).status).toBe(200);
    expect(await marks()).toContain("connectedAt");
    await ask("POST", "/vms/play/web-10.0.0.1/health", { problem: "boom" });
    expect(JSON.stringify((await api.get(entry))?.status)).toContain("boom");
    await ask("POST", "/vms/play/one/disconnect");
    expect(await marks()).toContain("disconnectedAt");
    await ask("POST", "/vms/play/one/connect");
    expect((await ask("GET", "/vms/play/one")).answer).toMatchObject({ state: "connected", replica: "istiod-a", verdict: "boom" });
  });

  it("make the API server forget all changes so far", async () => {
    const before = compactions;
    expect((await ask("POST", "/compact")).status).toBe(200);
    expect(compactions).toBe(before + 1);
  });

  it("lose a replica and restart it in its Pod", async () => {
    await ask("DELETE", "/replicas/a?lost");
    expect((await ask("GET", "/state")).answer.replicas).toEqual([]);
    await ask("POST", "/replicas/a");
    const pod = await api.get({ kind: "Pod", namespace: "istio-system", name: "istiod-a" });
    expect(pod?.status).toMatchObject({ containerStatuses: [{ restartCount: 1 }] });
    expect((await ask("GET", "/state?vms=0")).answer).toMatchObject({ replicas: ["istiod-a"], scenario: "none" });
  });

  it("play another scenario", async () => {
    expect((await ask("POST", "/scenario/steady")).status).toBe(200);
    expect((await ask("GET", "/state")).answer.scenario).toBe("steady");
  });

  it.each([
    ["POST", "/scenario/nonsense", 404, "no scenario nonsense"],
    ["GET", "/vms/play/nobody", 404, "no VM play/nobody"],
    ["DELETE", "/replicas/z?lost", 404, "no replica istiod-z runs"],
    ["PUT", "/state", 404, "no such verb"],
    ["POST", "/vms", 400, "a VM needs a name"],
  ])("say what is wrong: %s %s is %i %s", async (method, path, status, words) => {
    const refused = await ask(method, path, method === "POST" ? {} : undefined);
    expect(refused.status).toBe(status);
    expect(refused.answer.error).toContain(words);
  });

  it("are not for pages in a browser", async () => {
    expect((await ask("POST", "/scenario/steady", undefined, { origin: "https://example.com" })).status).toBe(400);
  });
});

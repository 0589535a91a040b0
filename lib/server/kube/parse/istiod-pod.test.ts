import { describe, expect, it } from "vitest";
import recorded from "./fixtures/recorded-objects.json";
import { goDurationOf } from "./go-duration";
import { istiodToldBy } from "./istiod-container";
import { parseIstiodPod } from "./istiod-pod";

const ID = { uid: "u", namespace: "istio-system", name: "istiod-a", resourceVersion: "7" };

describe("an istiod Pod", () => {
  it("tells since when its container runs, where it stands and how long it keeps a connection", () => {
    const { replica } = parseIstiodPod(recorded.pod, ID);
    expect(replica).toMatchObject({
      runningSince: Date.parse("2026-11-21T20:18:20Z"),
      phase: "Running",
      ready: { status: "true", reason: "" },
      node: "node-1",
      deletingAt: null,
      zone: "eu-central-1a",
      revision: "default",
      restarts: 0,
      maxConnectionAgeMs: 1_800_000,
      gracePeriodMs: undefined,
    });
  });

  it("that waits or has ended holds nothing", () => {
    const status = { phase: "Running", containerStatuses: [{ name: "discovery", restartCount: 4, state: { waiting: { reason: "CrashLoopBackOff" } } }] };
    expect(parseIstiodPod({ spec: {}, status }, ID).replica).toMatchObject({ runningSince: null, ready: { status: "unknown", reason: "" }, restarts: 4 });
  });

  it.each([null, {}, { spec: 5, status: [] }])("of which nothing can be read (%j) vouches for nothing", (raw) => {
    expect(parseIstiodPod(raw, ID).replica).toMatchObject({ runningSince: null, ready: { status: "unknown" }, maxConnectionAgeMs: undefined });
  });
});

describe("the readiness of an istiod Pod", () => {
  const gated = [{ type: "PodScheduled", status: "True" }];
  it.each([
    ["True", [{ type: "Ready", status: "True" }], { status: "true", reason: "" }],
    ["False, with its reason", [{ type: "Ready", status: "False", reason: "ContainersNotReady" }], { status: "false", reason: "ContainersNotReady" }],
    ["Unknown: not known", [{ type: "Ready", status: "Unknown", reason: "NodeLost" }], { status: "unknown", reason: "NodeLost" }],
    ["missing: not known, and never taken for False", gated, { status: "unknown", reason: "" }],
    ["no list at all: not known", "soon", { status: "unknown", reason: "" }],
  ])("is read from the condition: %s", (_claim, conditions, ready) => {
    expect(parseIstiodPod({ status: { conditions } }, ID).replica.ready).toEqual(ready);
  });

  it("is one thing, the end of its deletion another", () => {
    const metadata = { deletionTimestamp: "2026-11-21T20:20:31Z" };
    expect(parseIstiodPod({ metadata }, ID).replica.deletingAt).toBe(Date.parse("2026-11-21T20:20:31Z"));
  });
});

const containers = (args: unknown, env?: unknown) => ({
  containers: [
    { name: "sidecar", args: ["--keepaliveMaxServerConnectionAge=1s"] },
    { name: "discovery", args, env },
  ],
});

describe("the maximum connection age", () => {
  it.each<[unknown, number | null | undefined]>([
    [["discovery", "--keepaliveMaxServerConnectionAge", "30m"], 1_800_000],
    [["discovery", "--keepaliveMaxServerConnectionAge=1h30m"], 5_400_000],
    [["--keepaliveMaxServerConnectionAge=5m", "--keepaliveMaxServerConnectionAge=7m"], 420_000],
    [["--keepaliveMaxServerConnectionAge", "0"], null],
    [["--keepaliveMaxServerConnectionAge=0s"], null],
    [["discovery", "--log_output_level=default:info"], null],
    [undefined, null],
    [["--keepaliveMaxServerConnectionAge", "soon"], undefined],
    [["--keepaliveMaxServerConnectionAge"], undefined],
    [["--keepaliveMaxServerConnectionAge=$(AGE)"], undefined],
  ])("of %j is %s", (args, ms) => {
    expect(istiodToldBy(containers(args)).maxConnectionAgeMs).toBe(ms);
  });
});

describe("the grace period", () => {
  it.each<[unknown, number | undefined]>([
    [[{ name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", value: "20s" }], 20_000],
    [[{ name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", valueFrom: { configMapKeyRef: {} } }], undefined],
    [[{ name: "OTHER", value: "1s" }, null], undefined],
    ["x", undefined],
  ])("of %j is %s", (env, ms) => {
    expect(istiodToldBy(containers([], env)).gracePeriodMs).toBe(ms);
  });
});

describe("a duration of Go", () => {
  it.each<[string, number | null]>([
    ["30m0s", 1_800_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    [".5s", 500],
    ["0", 0],
    ["-1s", -1_000],
    ["30", null],
    ["1d", null],
    ["", null],
    ["1m 2s", null],
  ])("%s is %s ms", (text, ms) => {
    expect(goDurationOf(text)).toBe(ms);
  });
});

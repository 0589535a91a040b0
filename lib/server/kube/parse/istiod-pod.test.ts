import { describe, expect, it } from "vitest";
import recorded from "./fixtures/recorded-objects.json";
import { connectionTimesOf, istiodToldBy } from "./istiod-container";
import { parseIstiodPod } from "./istiod-pod";

const ID = { uid: "u", namespace: "istio-system", name: "istiod-a", resourceVersion: "7" };

describe("an istiod Pod", () => {
  it("tells since when its container runs, where it stands and how long it keeps a connection", () => {
    const { replica } = parseIstiodPod(recorded.pod, ID, "eu");
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
    expect(parseIstiodPod({ spec: {}, status }, ID, "eu").replica).toMatchObject({ runningSince: null, ready: { status: "unknown", reason: "" }, restarts: 4 });
  });

  it("that has ended tells when, and one that runs does not", () => {
    const terminated = { exitCode: 0, startedAt: "2026-11-21T20:18:20Z", finishedAt: "2026-11-21T20:20:31Z" };
    const ended = { phase: "Succeeded", containerStatuses: [{ name: "discovery", state: { terminated } }] };
    expect(parseIstiodPod({ status: ended }, ID, "eu").replica).toMatchObject({ runningSince: null, finishedAt: Date.parse("2026-11-21T20:20:31Z") });
    expect(parseIstiodPod(recorded.pod, ID, "eu").replica).not.toHaveProperty("finishedAt");
  });

  it.each([null, {}, { spec: 5, status: [] }])("of which nothing can be read (%j) vouches for nothing", (raw) => {
    expect(parseIstiodPod(raw, ID, "eu").replica).toMatchObject({ runningSince: null, ready: { status: "unknown" }, maxConnectionAgeMs: undefined });
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
    expect(parseIstiodPod({ status: { conditions } }, ID, "eu").replica.ready).toEqual(ready);
  });

  it("is one thing, the end of its deletion another", () => {
    const metadata = { deletionTimestamp: "2026-11-21T20:20:31Z" };
    expect(parseIstiodPod({ metadata }, ID, "eu").replica.deletingAt).toBe(Date.parse("2026-11-21T20:20:31Z"));
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
    [["--keepaliveMaxServerConnectionAge=-5m"], undefined],
    [["--keepaliveMaxServerConnectionAge", "soon"], undefined],
    [["--keepaliveMaxServerConnectionAge"], undefined],
    [["--keepaliveMaxServerConnectionAge=$(AGE)"], undefined],
  ])("of %j is %s", (args, ms) => {
    expect(connectionTimesOf(containers(args), {}).maxConnectionAgeMs).toBe(ms);
  });
});

it.each([
  ["istio/pilot:1.30.3", {}, 0],
  ["istio/pilot:1.31.0", {}, null],
  ["istio/pilot@sha256:0", { "app.kubernetes.io/version": "1.28.10" }, 0],
  ["istio/pilot@sha256:0", {}, null],
])("the maximum connection age 0 of the image %s with labels %j is %s: the sweep of istiod before 1.31 removes every entry", (image, labels, ms) => {
  const spec = { containers: [{ name: "discovery", image, args: ["--keepaliveMaxServerConnectionAge=0"] }] };
  expect(connectionTimesOf(spec, labels).maxConnectionAgeMs).toBe(ms);
});

describe("the grace period", () => {
  it.each<[unknown, number | undefined]>([
    [[{ name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", value: "20s" }], 20_000],
    [[{ name: "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD", valueFrom: { configMapKeyRef: {} } }], undefined],
    [[{ name: "OTHER", value: "1s" }, null], undefined],
    ["x", undefined],
  ])("of %j is %s", (env, ms) => {
    expect(connectionTimesOf(containers([], env), {}).gracePeriodMs).toBe(ms);
  });
});

describe("what an istiod says of itself", () => {
  const told = (container: object, labels: unknown = {}) => istiodToldBy({ containers: [{ name: "discovery", ...container }] }, labels);

  it.each<[unknown, unknown, string | null]>([
    ["docker.io/istio/pilot:1.31.0", {}, "1.31.0"],
    ["registry.example.com:5000/istio/pilot:1.30.2-distroless", {}, "1.30.2"],
    ["istio/pilot:v1.30.4-debug", {}, "1.30.4"],
    ["istio/pilot:1.30-alpha.4f2a-distroless", { "app.kubernetes.io/version": "1.30.0" }, "1.30-alpha.4f2a"],
    ["istio/pilot:1.30.4-vendor.2", {}, "1.30.4-vendor.2"],
    [`istio/pilot:1.30.4-${"x".repeat(90)}`, {}, null],
    ["istio/pilot:1.31.0@sha256:00ff", {}, "1.31.0"],
    ["istio/pilot@sha256:00ff", { "app.kubernetes.io/version": "1.29.1" }, "1.29.1"],
    ["istio/pilot:latest", { "app.kubernetes.io/version": "1.29.1" }, "1.29.1"],
    ["istio/pilot", {}, null],
    ["localhost:5000/pilot", {}, null],
    [7, null, null],
  ])("image %j with labels %j is version %s", (image, labels, version) => {
    expect(told({ image }, labels).version).toBe(version);
  });

  it.each<[string, object, unknown, string]>([
    ["its label", { env: [{ name: "REVISION", value: "b" }] }, { "istio.io/rev": "a" }, "a"],
    ["its variable where it has no label", { env: [{ name: "REVISION", value: "b" }] }, {}, "b"],
    ["the default one where neither says", { env: [{ name: "REVISION", valueFrom: {} }] }, null, "default"],
  ])("its revision is that of %s", (_what, container, labels, revision) => {
    expect(told(container, labels).revision).toBe(revision);
  });

  it("names settings as they are written, the last of equal ones, and what is set from elsewhere without its text", () => {
    const env = [
      { name: "CLUSTER_ID", value: "east" },
      { name: "CLUSTER_ID", value: "west" },
      { name: "ISTIOD_CUSTOM_HOST", valueFrom: { configMapKeyRef: {} } },
      { name: "SECRET_OF_OTHERS", value: "s3cret" },
    ];
    const args = ["discovery", "--domain", "mesh.local", "--log_output_level=x"];
    expect(told({ env, args }).settings).toEqual({ CLUSTER_ID: "west", ISTIOD_CUSTOM_HOST: null, "--domain": "mesh.local" });
  });

  it("does not tell what it does not name where variables come from elsewhere as a whole", () => {
    const { settings } = told({ env: [{ name: "CLUSTER_ID", value: "east" }], envFrom: [{ configMapRef: { name: "more" } }] });
    expect(settings).toMatchObject({ CLUSTER_ID: "east", PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS: null });
    expect(settings).not.toHaveProperty("--domain");
  });

  it.each([null, {}, { containers: "x" }, { containers: [null, 7] }])("is nothing where there is no container: %j", (spec) => {
    expect(istiodToldBy(spec, "x")).toEqual({ revision: "default", version: null, settings: {} });
  });
});

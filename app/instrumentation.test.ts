import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { register } from "@/instrumentation";

const runtime = vi.hoisted(() => ({ startRuntime: vi.fn<() => Promise<void>>(), stopRuntime: vi.fn<(why: string) => Promise<void>>() }));
vi.mock("@/lib/server/runtime", () => runtime);

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** The process waits this long for a stop that does not end. Milliseconds. */
const LONGEST_STOP_MS = 2_000;
/** The process stays this long after its stop, for answers on their way. Milliseconds. */
const LAST_ANSWERS_MS = 200;

let exits: unknown[];
let before: ReadonlyMap<string, readonly unknown[]>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  runtime.startRuntime.mockReset().mockResolvedValue();
  runtime.stopRuntime.mockReset().mockResolvedValue();
  exits = [];
  vi.spyOn(process, "exit").mockImplementation(((code: unknown) => void exits.push(code)) as never);
  before = new Map(SIGNALS.map((signal) => [signal, process.rawListeners(signal)]));
});
afterEach(() => {
  for (const signal of SIGNALS) for (const listener of added(signal)) process.off(signal, listener as () => void);
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** The listeners of a signal that the test added. */
function added(signal: NodeJS.Signals): readonly unknown[] {
  return process.rawListeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
}

/** Sends the process a signal, as the kernel would. Other listeners, those of the test runner, do not receive it. */
function send(signal: NodeJS.Signals): void {
  for (const listener of added(signal)) (listener as (signal: NodeJS.Signals) => void)(signal);
}

describe("the start of the process", () => {
  it("starts the runtime once, and exits with 1 and a sentence if that fails", async () => {
    await register();
    expect([runtime.startRuntime.mock.calls.length, exits]).toEqual([1, []]);
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    runtime.startRuntime.mockRejectedValue(new Error("no folder\n    at a line of a stack"));
    await register();
    expect([written.mock.calls, exits]).toEqual([[["Stolos cannot start: no folder\n"]], [1]]);
  });

  it.each([
    ["in the edge runtime", { NEXT_RUNTIME: "edge" }],
    ["in a build", { NEXT_PHASE: "phase-production-build" }],
  ])("does nothing %s", async (_where, environment) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    await register();
    expect(runtime.startRuntime).not.toHaveBeenCalled();
    expect(SIGNALS.flatMap(added)).toEqual([]);
  });
});

describe.each(SIGNALS)("%s", (signal) => {
  it("stops the runtime once, and ends the process after the last answers", async () => {
    const stops: (() => void)[] = [];
    runtime.stopRuntime.mockReturnValue(new Promise((resolve) => void stops.push(resolve)));
    await register();
    expect(added(signal)).toHaveLength(1);
    send(signal);
    expect(runtime.stopRuntime.mock.calls).toEqual([[signal]]);
    await vi.advanceTimersByTimeAsync(LAST_ANSWERS_MS);
    expect(exits).toEqual([]);
    for (const stop of stops) stop();
    await vi.advanceTimersByTimeAsync(LAST_ANSWERS_MS - 1);
    expect(exits).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(exits).toEqual([0]);
    expect(added(signal)).toEqual([]);
  });

  it("ends the process if the runtime does not stop in time", async () => {
    runtime.stopRuntime.mockReturnValue(new Promise(() => undefined));
    await register();
    send(signal);
    await vi.advanceTimersByTimeAsync(LONGEST_STOP_MS - 1);
    expect(exits).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(exits).toEqual([0]);
  });

  it("is received while the runtime starts", async () => {
    runtime.startRuntime.mockReturnValue(new Promise(() => undefined));
    void register();
    await vi.waitFor(() => expect(runtime.startRuntime).toHaveBeenCalled());
    send(signal);
    expect(runtime.stopRuntime).toHaveBeenCalledWith(signal);
  });
});

describe("the end of the parent process", () => {
  it("stops the runtime within a second if the setting is set", async () => {
    vi.stubEnv("STOLOS_ENDS_WITH_PARENT", "true");
    const parent = vi.spyOn(process, "ppid", "get").mockReturnValue(7);
    await register();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runtime.stopRuntime).not.toHaveBeenCalled();
    parent.mockReturnValue(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runtime.stopRuntime.mock.calls).toEqual([["its parent is gone"]]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runtime.stopRuntime).toHaveBeenCalledTimes(1);
    expect(exits).toContain(0);
  });

  it("is not watched without it", async () => {
    vi.spyOn(process, "ppid", "get").mockReturnValue(7);
    await register();
    expect(vi.getTimerCount()).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeOf, type WatchedKind } from "@/lib/domain/scope";
import { Refusal } from "@/lib/server/http/problem";
import type { WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { maySetExpectedSize, setExpectedSize } from "./set-expected-size";

const scope = scopeOf(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));
const address = { cluster: "eu", namespace: "shop", name: "checkout" };
const path = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/checkout?fieldManager=stolos";
const ok = (value: unknown): Answer<unknown> => ({ ok: true, value });

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

function world({ allowed = true, mayWrite = true, patch = (): Answer<unknown> => ok({ metadata: { resourceVersion: "813" } }) } = {}) {
  const asked: (readonly [string, unknown])[] = [];
  const client: WritingClient = {
    cluster: "eu",
    server: "",
    get: async () => ok({ versions: [{ version: "v1" }] }),
    post: async () => ok({ status: { allowed } }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    skewMs: () => null,
    close: async () => undefined,
    patch: async (where, body) => {
      asked.push([where, body]);
      return patch();
    },
  };
  return { asked, runtime: { viewer: () => ({ scope, mayWrite }), watchOf: (cluster: string) => (cluster === "eu" ? { client } : undefined) } };
}

async function refused(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.catch((error: unknown) => error);
  if (!(thrown instanceof Refusal)) throw new Error("it was not refused");
  return thrown;
}

describe("setting the expected size", () => {
  it.each([
    ["40", "40"],
    [" 007 ", "7"],
    ["0", "0"],
    ["", null],
  ])("typed %j writes %j, first as a dry run, only onto the version that was seen, and leaves one audit line", async (size, value) => {
    const { asked, runtime } = world();
    expect(await setExpectedSize(runtime, address, { size, resourceVersion: "812" })).toEqual({ resourceVersion: "813" });
    const body = { metadata: { resourceVersion: "812", annotations: { "stolos.dev/expected-size": value } } };
    expect(asked).toEqual([
      [`${path}&dryRun=All`, body],
      [path, body],
    ]);
    expect(lines.filter((line) => line.includes('"audit"'))).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ command: "set-expected-size", namespace: "shop", name: "checkout", size: value ?? "", outcome: "done" });
  });

  it.each(["-1", "4.5", "1234567", "forty", "4e1", "٤٠"])("refuses %j at the field, before anything is asked to change", async (size) => {
    const { asked, runtime } = world();
    expect(await refused(setExpectedSize(runtime, address, { size, resourceVersion: "812" }))).toMatchObject({ status: 422, field: "size" });
    expect(asked).toEqual([]);
  });

  it.each(["0", "00", "abc", "", "-1", "1e3", "812 "])("refuses the version %j at its field, before anything is asked to change", async (resourceVersion) => {
    const { asked, runtime } = world();
    const problem = await refused(setExpectedSize(runtime, address, { size: "4", resourceVersion }));
    expect(problem).toMatchObject({ status: 422, field: "resourceVersion" });
    expect(problem.detail).toMatch(/whole number above 0/);
    expect(asked).toEqual([]);
  });

  it("does nothing in read-only mode", async () => {
    const { asked, runtime } = world({ mayWrite: false });
    expect(await refused(setExpectedSize(runtime, address, { size: "4", resourceVersion: "812" }))).toMatchObject({ status: 403 });
    expect(await maySetExpectedSize(runtime, address)).toEqual({ may: false, missing: "" });
    expect(asked).toEqual([]);
  });

  it("names the verb that is missing", async () => {
    const { asked, runtime } = world({ allowed: false });
    const missing = "The verb patch on workloadgroups.networking.istio.io in namespace shop is missing";
    expect(await maySetExpectedSize(runtime, address)).toEqual({ may: false, missing });
    expect((await refused(setExpectedSize(runtime, address, { size: "4", resourceVersion: "812" }))).detail).toBe(`${missing}.`);
    expect(asked).toEqual([]);
  });

  it.each([
    [{ kind: "invalid", status: 409, message: "the object has been modified" }, 409, /Look at what it says now/],
    [{ kind: "invalid", status: 422, message: "metadata.annotations: too long" }, 422, /too long/],
    [{ kind: "forbidden", message: "admission webhook says no" }, 403, /webhook says no/],
    [{ kind: "not-found", message: "" }, 404, /not there any more/],
    [{ kind: "timed-out", message: "API server sent no answer." }, 502, /Nothing is known to have changed/],
  ] as const)("tells the API server's refusal %j with the way out, after the dry run alone", async (error, status, words) => {
    const { asked, runtime } = world({ patch: () => ({ ok: false, error }) });
    const problem = await refused(setExpectedSize(runtime, address, { size: "4", resourceVersion: "812" }));
    expect([problem.status, problem.field]).toEqual([status, "size"]);
    expect(problem.detail).toMatch(words);
    expect(asked).toHaveLength(1);
    expect(lines.filter((line) => line.includes(`refused: ${status}`))).toHaveLength(1);
  });

  it.each([
    ["a namespace out of sight", { namespace: "legacy" }, 404],
    ["a cluster that is not there", { cluster: "__proto__" }, 404],
    ["a path that climbs", { name: ".." }, 400],
  ])("finds nothing at %s", async (_claim, change, status) => {
    const { asked, runtime } = world();
    expect((await refused(setExpectedSize(runtime, { ...address, ...change }, { size: "4", resourceVersion: "1" }))).status).toBe(status);
    expect(asked).toEqual([]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COMMAND_INPUTS, HISTORY_ONLY_COMMANDS, isObjectCommandName } from "@/lib/contract/commands";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import type { ActingViewer } from "@/lib/server/access/viewer";

/** The route of commands on a server that only reads: it answers like an address that does not exist, and loads no module of a command. */
const { loaded } = vi.hoisted(() => ({ loaded: new Set<string>() }));

vi.mock("next/headers", () => ({ cookies: async () => ({ get: () => undefined }), headers: async () => new Headers() }));
vi.mock("@/lib/server/commands/answer-command", (original) => noted("answer-command", original));
vi.mock("@/lib/server/commands/declared", (original) => noted("declared", original));
vi.mock("@/lib/server/commands/command", (original) => noted("command", original));
vi.mock("@/lib/server/commands/run-command", (original) => noted("run-command", original));
vi.mock("@/lib/server/commands/issue-token", (original) => noted("issue-token", original));
vi.mock("@/lib/server/commands/token-for-machines", (original) => noted("token-for-machines", original));
vi.mock("@/lib/server/commands/seen-with", (original) => noted("seen-with", original));
vi.mock("@/lib/server/commands/set-expected-size", (original) => noted("set-expected-size", original));
vi.mock("@/lib/server/commands/create-object", (original) => noted("create-object", original));
vi.mock("@/lib/server/commands/typed-object", (original) => noted("typed-object", original));
vi.mock("@/lib/server/commands/edit-object", (original) => noted("edit-object", original));
vi.mock("@/lib/server/commands/try-object", (original) => noted("try-object", original));

function noted(module: string, original: () => Promise<object>): Promise<object> {
  loaded.add(module);
  return original();
}

const ROUTE = "c/[cluster]/commands/[command]/[namespace]/[name]";
const UNKNOWN = "[...path]";
const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));
const viewer = (mayWrite: boolean): ActingViewer => ({ subject: "ann", scope, mayWrite, clientOf: () => undefined });

/** The audit lines that were kept. */
const kept: object[] = [];

function use(mayWrite: boolean): void {
  Object.assign(globalThis, {
    [Symbol.for("stolos.runtime")]: Promise.resolve({
      signIn: { viewerOf: async () => viewer(mayWrite) },
      requests: { take: () => 0 },
      refusedChanges: new RefusedChanges(() => 0),
      fleet: { catchUp: () => true },
      config: { localAddresses: "refused" },
      history: { keepAudit: (line: object) => kept.push(line) },
    }),
  });
}

type Handler = (request: Request, context: object) => Promise<Response>;

const SIZE = JSON.stringify({ dryRun: false, resourceVersion: "812", input: { size: "4" } });

async function answerOf(route: string, method: string, params: object, text = SIZE): Promise<string> {
  const exports: Readonly<Record<string, Handler | undefined>> = await import(/* @vite-ignore */ `${process.cwd()}/app/api/${route}/route.ts`);
  const body = method === "POST" ? text : null;
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const response = await exports[method]?.(new Request("http://localhost/api", { method, headers, body }), { params: Promise.resolve(params) });
  return JSON.stringify([response?.status, [...(response?.headers ?? [])], await response?.text()]);
}

const names = Object.keys(COMMAND_INPUTS).filter(isObjectCommandName);
const paramsOf = (command: string) => ({ cluster: "eu", command, namespace: "shop", name: "checkout" });
const asked = (method: string, command: string) => answerOf(ROUTE, method, paramsOf(command));
const unknown = (method: string) => answerOf(UNKNOWN, method, { path: ["anything"] });

beforeEach(() => {
  kept.length = 0;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => void vi.restoreAllMocks());

// In this order: what was loaded once stays loaded.
describe.sequential("the route of commands", () => {
  it.each(names.flatMap((name) => ["GET", "POST", "OPTIONS"].map((method) => [name, method] as const)))(
    "refuses %s by %s where the server only reads, and loads no command: like an unknown address, or with the way out if the history would store it",
    async (name, method) => {
      use(false);
      const isStored = HISTORY_ONLY_COMMANDS.includes(name) && method !== "OPTIONS";
      if (isStored) expect(await asked(method, name)).toMatch(/^\[403,.*read-only here.*STOLOS_READ_ONLY=false/);
      else expect(await asked(method, name)).toBe(await unknown(method));
      const { loadWrites, offeredCommands } = await import("@/lib/server/commands/load-commands");
      expect(await loadWrites({ readOnly: true })).toEqual([]);
      expect(await offeredCommands(viewer(false), "workloadgroups")).toEqual([]);
      expect([...loaded]).toEqual([]);
    },
  );

  it.each(["impact/[resource]/[namespace]/[name]", "preflight/[namespace]", "bundles/[namespace]/[name]"])(
    "is not the only one: %s answers every method like an unknown address too",
    async (route) => {
      use(false);
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const params = { cluster: "eu", resource: "workloadgroups", namespace: "shop", name: "checkout" };
        expect(await answerOf(`c/[cluster]/${route}`, method, params), method).toBe(await unknown(method));
      }
      expect([...loaded]).toEqual([]);
    },
  );

  it("leaves an audit line of each attempt where the server writes, and none where it only reads", async () => {
    const attempts = ["", "{", '{"dryRun":"s3cret"}', SIZE];
    for (const mayWrite of [true, false]) {
      use(mayWrite);
      for (const text of attempts) await answerOf(ROUTE, "POST", paramsOf("delete-workloadentry"), text);
    }
    const line = {
      who: "ann",
      command: "delete-workloadentry",
      verb: "delete",
      cluster: "eu",
      namespace: "shop",
      name: "checkout",
      mode: "applied",
      fields: "",
    };
    const results = ["400 Not JSON", "400 Not JSON", "400 Not understood", "404 Not there"];
    expect(kept).toMatchObject(results.map((result) => ({ ...line, result: `refused: ${result}` })));
    expect(JSON.stringify(kept)).not.toContain("s3cret");
  });

  it("answers a command that nobody declared like an unknown address, also where the server writes", async () => {
    use(true);
    expect(await asked("POST", "delete-group")).toBe(await unknown("POST"));
    expect(await asked("GET", "__proto__")).toBe(await unknown("GET"));
  });

  it.each(names)("answers %s where the server writes", async (name) => {
    use(true);
    // What answers with a secret has a route of its own.
    const methods = name === "issue-token" ? ["GET"] : ["GET", "POST"];
    if (name === "issue-token") expect(await asked("POST", name)).toBe(await unknown("POST"));
    for (const method of methods) expect(await asked(method, name)).toMatch(/There is no such [a-z ]+ in your sight\./);
    const { loadWrites, offeredCommands } = await import("@/lib/server/commands/load-commands");
    expect(await loadWrites({ readOnly: false })).toHaveLength(names.length - HISTORY_ONLY_COMMANDS.length);
    expect(await offeredCommands(viewer(true), "workloadgroups")).toContain("set-expected-size");
    expect([...loaded].sort()).toEqual([
      "answer-command",
      "command",
      "create-object",
      "declared",
      "edit-object",
      "issue-token",
      "run-command",
      "seen-with",
      "set-expected-size",
      "try-object",
      "typed-object",
    ]);
  });
});

describe("what commands are answered with, once loaded", () => {
  it("is an unknown address for whoever may not write, whoever loaded it", async () => {
    use(true);
    const { answerMay, answerRun } = await import("@/lib/server/commands/answer-command");
    const { tokenForMachines } = await import("@/lib/server/commands/token-for-machines");
    const readRails = async () => Promise.reject(new Error("No rules were asked for."));
    const runtime = {
      history: { keepAudit: () => undefined, decideLosses: async () => undefined, changeNote: async () => "" },
      readRails,
      config: { localAddresses: "refused" as const },
      signIn: {},
    };
    const request = new Request("http://localhost/api", { method: "POST", headers: { "sec-fetch-site": "same-origin" } });
    const call = { runtime, request, viewer: viewer(false), params: paramsOf("set-expected-size") };
    for (const answer of [
      async () => answerMay(call),
      () => answerRun(call),
      () => tokenForMachines(call, paramsOf("issue-token"), { seconds: 600, group: "web" }),
    ])
      await expect(answer()).rejects.toMatchObject({ status: 404, message: "Nothing answers at this address." });
  });
});

describe("the room of commands", () => {
  const room = "lib/server/commands";
  const sources = ["app", "components", "lib"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith(`${room}/`));

  it("is entered by load-commands alone: an import elsewhere would load commands on a server that only reads", () => {
    const entering = sources.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/^import (?!type)[^;]*?from "@\/lib\/server\/commands\/([^"]+)"/gm)].map((match) => match[1]),
    );
    expect([...new Set(entering)]).toEqual(["load-commands"]);
  });

  it("is known to this test whole", () => {
    const modules = readdirSync(room).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    const moduleOf = (name: string) => {
      if (/^(?:un)?drain-/.test(name)) return "drain-entry.ts";
      if (name.startsWith("mute-")) return "mute-findings.ts";
      if (name.endsWith("-incident-note")) return "incident-notes.ts";
      if (HISTORY_ONLY_COMMANDS.includes(name)) return "accept-losses.ts";
      return /^(?:try|create|delete|edit)-/.test(name) ? `${name.split("-")[0]}-object.ts` : `${name}.ts`;
    };
    const declared = names.map(moduleOf);
    expect(modules).toEqual(expect.arrayContaining(declared));
  });
});

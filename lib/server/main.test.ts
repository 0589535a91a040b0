import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Next, of which only the handler is called. `problem`: thrown while it prepares the pages. */
const nextApp = vi.hoisted(() => ({ options: [] as unknown[], prepared: 0, problem: null as Error | null }));
vi.mock("next", () => ({
  default: (options: unknown) => {
    nextApp.options.push(options);
    return {
      prepare: async () => {
        if (nextApp.problem !== null) throw nextApp.problem;
        nextApp.prepared++;
      },
      getRequestHandler: () => async (_request: IncomingMessage, response: ServerResponse) => void response.end("from Next\n"),
    };
  },
}));

let folder: string;
let written: { stdout: string; stderr: string };
let listening: Server[];
const { argv, title } = process;
const { warn, error } = console;
/** The number of listeners of a signal before the program. */
const signals = process.rawListeners("SIGTERM").length;

beforeEach(() => {
  vi.resetModules();
  Object.assign(nextApp, { options: [], prepared: 0, problem: null });
  folder = mkdtempSync(join(tmpdir(), "stolos-main-"));
  mkdirSync(join(folder, ".next"));
  writeFileSync(join(folder, ".next", "BUILD_ID"), "build-7\n");
  writeFileSync(join(folder, "package.json"), '{"version": "1.2.3"}');
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.stubEnv("STOLOS_BUILD", undefined);
  written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  listening = [];
  const listen = Server.prototype.listen;
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...args: unknown[]) {
    listening.push(this);
    return Reflect.apply(listen, this, args);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.argv = argv;
  process.title = title;
  Object.assign(console, { warn, error });
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    for (const listener of process.rawListeners(signal).slice(signals)) process.off(signal, listener as () => void);
  for (const server of listening) server.closeAllConnections();
  await Promise.all(listening.map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program with this command line. Resolves to the server that listens. */
async function program(...words: readonly string[]): Promise<{ readonly server: Server; readonly address: AddressInfo }> {
  process.argv = [...argv.slice(0, 2), ...words];
  await import("./main");
  const [server] = listening.slice(-1);
  if (server === undefined) throw new Error("nothing listens");
  await vi.waitFor(() => expect(server.listening).toBe(true));
  return { server, address: server.address() as AddressInfo };
}

/** The time limits of a server in front. */
const timesOf = ({ headersTimeout, requestTimeout }: Server) => ({ headersTimeout, requestTimeout });

describe("the program", () => {
  it("listens where its options say, and its pages come from the prepared app", async () => {
    const { address } = await program("--hostname", "127.0.0.1", "--port", "0");
    expect(address.address).toBe("127.0.0.1");
    const answers = await Promise.all(["/", "/api/healthz"].map(async (path) => (await fetch(`http://127.0.0.1:${address.port}${path}`)).text()));
    expect(answers).toEqual(["from Next\n", "ok\n"]);
    expect(process.title).toBe("stolos");
    expect(nextApp).toMatchObject({ prepared: 1, options: [{ dev: false, dir: folder, hostname: "127.0.0.1", port: 0 }] });
    expect(JSON.parse(written.stderr)).toMatchObject({ message: "the server listens", version: "1.2.3", hostname: "127.0.0.1", port: address.port });
  });

  it("has the time limits and the settings of the server in front", async () => {
    const { FRONT_LIMITS } = await import("./http/front");
    const { setUpFront, frontSettings } = await import("./http/front-settings");
    const { server, address } = await program("--port", "0");
    expect(timesOf(server)).toEqual({ headersTimeout: FRONT_LIMITS.headersMs, requestTimeout: FRONT_LIMITS.requestMs });
    const statuses = async () => Promise.all(["/", "/"].map(async (path) => (await fetch(`http://127.0.0.1:${address.port}${path}`)).status));
    expect(await statuses()).toEqual([200, 200]);
    const before = frontSettings();
    setUpFront({ ...before, ofAddress: { perSecond: 0.1, burst: 1 } });
    expect(await statuses()).toContain(429);
    setUpFront(before);
  });

  it("gives Next a server that does not listen, so that no upgrade passes", async () => {
    await program("--port", "0");
    const [options] = nextApp.options as [{ readonly httpServer: Server }];
    expect(options.httpServer).toBeInstanceOf(Server);
    expect([options.httpServer.listening, listening.includes(options.httpServer)]).toEqual([false, false]);
  });

  it("names the build to browsers, unless the environment does", async () => {
    await program("--port", "0");
    expect(process.env.STOLOS_BUILD).toBe("build-7");
    vi.resetModules();
    vi.stubEnv("STOLOS_BUILD", "dev");
    await program("--port", "0");
    expect(process.env.STOLOS_BUILD).toBe("dev");
  });

  it("writes what Next prints with the console as lines of the log", async () => {
    await program("--port", "0");
    const { error: print } = console;
    print("⨯", new Error("no file\nsecond line"));
    const [line] = written.stderr.split("\n").slice(-2);
    expect(JSON.parse(line ?? "")).toMatchObject({ level: "error", text: "⨯", detail: "no file‹U+000A›second line" });
  });

  it("goes on if the reader of its log has gone", async () => {
    await program("--port", "0");
    for (let at = 0; at < 3; at++) for (const stream of [process.stdout, process.stderr]) expect(() => stream.emit("error", new Error("EPIPE"))).not.toThrow();
  });

  it("writes every line of the log after thousands of lines", async () => {
    await program("--port", "0");
    const { log } = await import("./log");
    for (let at = 0; at < 3_000; at++) log("info", "a line");
    expect(written.stderr.split("\n").filter((line) => line.includes("a line"))).toHaveLength(3_000);
  });

  it("exits with 1 and a sentence if its port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const exited = vi.fn<(code: unknown) => never>();
    vi.mocked(process.exit).mockImplementation(exited);
    process.argv = [...argv.slice(0, 2), "--port", String(port)];
    await import("./main");
    await vi.waitFor(() => expect(exited).toHaveBeenCalledWith(1));
    expect(written.stderr).toMatch(new RegExp(`^The dashboard cannot listen on 127\\.0\\.0\\.1:${port}: another process uses it\\. .*STOLOS_PORT`));
  });
});

describe("a signal", () => {
  const SIGNALS = ["SIGTERM", "SIGINT"] as const;
  const added = (signal: NodeJS.Signals, before: readonly unknown[]) => process.rawListeners(signal).filter((listener) => !before.includes(listener));

  it.each(SIGNALS)("%s ends the process at once while its parts do not run, and after 2.5 s otherwise", async (signal) => {
    const before = process.rawListeners(signal);
    for (const listener of before) process.off(signal, listener as () => void);
    const exited = vi.fn<(code: unknown) => never>();
    vi.mocked(process.exit).mockImplementation(exited);
    await program("--port", "0");
    vi.useFakeTimers();
    try {
      process.emit(signal);
      expect(exited.mock.calls).toEqual([[0]]);
      process.once(signal, () => undefined);
      process.emit(signal);
      expect(exited).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(2_500);
      expect(exited.mock.calls).toEqual([[0], [0]]);
    } finally {
      vi.useRealTimers();
      for (const listener of added(signal, before)) process.off(signal, listener as () => void);
      for (const listener of before) process.on(signal, listener as () => void);
    }
  });
});

describe("the program does not start", () => {
  it("if its pages cannot be loaded, and exits with 1 and one line", async () => {
    nextApp.problem = new Error("Could not find a production build\n    at a line of a stack");
    await expect(program()).rejects.toThrow("exit 1");
    expect(written).toEqual({ stdout: "", stderr: "Stolos cannot start: Could not find a production build\n" });
    expect(listening).toEqual([]);
  });

  it.each([
    ["with a setting that cannot be read", { STOLOS_FRAME_MS: "soon" }, [], /^STOLOS_FRAME_MS: .*\n$/],
    ["beyond loopback without a sign-in", {}, ["--hostname", "0.0.0.0"], /^The dashboard listens on this machine only.*\n$/],
    ["with an unknown option", {}, ["--prot", "80"], /^--prot is no option. Did you mean --port\? See --help\.\n$/],
  ])("%s, and exits with 1 and one line", async (_when, environment, words, line) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    await expect(program(...words)).rejects.toThrow("exit 1");
    expect(written).toEqual({ stdout: "", stderr: expect.stringMatching(line) });
    expect([nextApp.prepared, listening]).toEqual([0, []]);
  });

  it.each([
    ["--help", /^Stolos.*--port PORT.*STOLOS_MAX_STREAMS/s],
    ["--version", /^1\.2\.3\n$/],
  ])("with %s, and exits with 0", async (word, text) => {
    await expect(program(word)).rejects.toThrow("exit 0");
    expect(written).toEqual({ stdout: expect.stringMatching(text), stderr: "" });
    expect([nextApp.prepared, listening]).toEqual([0, []]);
  });
});

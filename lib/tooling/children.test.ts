import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isPortFree } from "./ports.mjs";
import { inRoot } from "./root.mjs";

const folder = join(tmpdir(), `stolos-children-${process.pid}`);
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A package with a command, as this one has them; its one child listens on a port and writes that, and its number as a process, in a line. */
function writePackage(script: string): void {
  const listening = `const s = require("node:net").createServer().listen(0, "127.0.0.1", () => console.log("port", s.address().port, process.pid))`;
  const children = JSON.stringify(new URL("./children.mjs", import.meta.url).href);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "x", version: "1.0.0", scripts: { start: script } }));
  writeFileSync(
    join(folder, "start.mjs"),
    `import { spawn } from "node:child_process";
import { household } from ${children};
household().add("server", spawn(process.execPath, ["-e", ${JSON.stringify(listening)}], { stdio: "inherit" }));
`,
  );
}

/** Starts the command by npm, or (null) by itself; resolves to what was started, and to the port that its child listens on. */
async function start(script: string | null): Promise<{ readonly child: ChildProcess; readonly port: number; readonly server: number }> {
  writePackage(script ?? "");
  const [file, args] = script === null ? [process.execPath, ["start.mjs"]] : ["npm", ["start"]];
  const child = spawn(file, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  return new Promise((resolve, reject) => {
    let written = "";
    child.stdout?.on("data", (bytes: Buffer) => {
      written += bytes.toString();
      const [, port, server] = /port (\d+) (\d+)/.exec(written) ?? [];
      if (port !== undefined) resolve({ child, port: Number(port), server: Number(server) });
    });
    child.once("exit", () => reject(new Error(`It ended before it listened: ${written}`)));
  });
}

describe("what a command started", () => {
  it.each([
    ["SIGTERM", "exec node start.mjs"],
    ["SIGINT", "exec node start.mjs"],
    ["SIGKILL", "exec node start.mjs"],
    // Without exec a shell stands in between, which ends and passes nothing on.
    ["SIGTERM", "node start.mjs"],
  ] as const)("ends, and its port is free, when the npm that runs it is sent %s: %s", async (signal, script) => {
    const { child, port, server } = await start(script);
    try {
      child.kill(signal);
      await vi.waitFor(async () => expect(await isPortFree(port)).toBe(true), { timeout: 10_000, interval: 50 });
    } finally {
      // Where it is still there, nobody else would end it.
      if (!(await isPortFree(port))) process.kill(server, "SIGKILL");
    }
  });

  it.each(["start", "demo", "dev"] as const)("has no shell between it and npm: %s", (name) => {
    const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
    expect(scripts[name]).toBe(`exec node lib/tooling/${name}.mjs`);
  });

  it("ends when the command itself is sent SIGTERM", async () => {
    const { child, port } = await start(null);
    child.kill("SIGTERM");
    await vi.waitFor(async () => expect(await isPortFree(port)).toBe(true), { timeout: 10_000, interval: 50 });
  });
});

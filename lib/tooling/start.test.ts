import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";

/** Runs `npm start` with these words, without npm. */
async function started(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const program = spawn(process.execPath, ["lib/tooling/start.mjs", ...words], { env: { NODE_ENV: "test", PATH: process.env.PATH ?? "", ...environment } });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    program[name].on("data", (bytes) => {
      written[name] += String(bytes);
    });
  const [code] = await once(program, "close");
  return { code, ...written };
}

describe("npm start", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  it.each([
    ["prints its help", "--help", 0, /^Stolos, .*--port PORT.*STOLOS_KIOSK_NAMESPACES/s, /^$/],
    ["prints its version", "--version", 0, new RegExp(`^${version.replaceAll(".", "\\.")}\n$`), /^$/],
    ["names the nearest option", "--hlep", 1, /^$/, /^--hlep is no option\. Did you mean --help\? See --help\.\n$/],
  ])("%s and exits: %s", async (_what, word, code, stdout, stderr) => {
    expect(await started([word])).toEqual({ code, stdout: expect.stringMatching(stdout), stderr: expect.stringMatching(stderr) });
  });

  it("checks an installation without starting it, and exits with 2 if less would be shown", async () => {
    const { code, stdout } = await started(["--check", "--json"], { HOME: "/nowhere", STOLOS_HISTORY: "off", STOLOS_KUBECONFIG: "/nowhere/config" });
    const { result, exitCode, parts } = JSON.parse(stdout);
    expect([code, result, exitCode, parts.map(({ part }: { part: string }) => part)]).toEqual([
      2,
      "reduced",
      2,
      ["settings", "port", "kubeconfig", "history", "sign-in"],
    ]);
  });

  it.each(["option", "setting"])("reports a port that is taken, by its %s, and exits with 1", async (by) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = String(typeof address === "object" ? address?.port : "");
    const { code, stderr } = await (by === "option" ? started(["--port", port]) : started([], { STOLOS_PORT: port }));
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken\\.`))]);
    other.close();
  });

  it.each([
    ["a port that is none", ["--port", "80000"], /is no whole number from 1 to 65535/],
    ["an address of others without a sign-in", ["--hostname", "0.0.0.0"], /listens on this machine only/],
  ])("refuses %s", async (_what, words, problem) => {
    const { code, stderr } = await started(words);
    expect([code, stderr]).toEqual([1, expect.stringMatching(problem)]);
  });
});

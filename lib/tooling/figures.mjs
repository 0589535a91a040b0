import { cpus, loadavg, release } from "node:os";
import { createInterface } from "node:readline";
import { exitOf, startNode } from "./run.mjs";

/** Runs a program that prints a figure a line, shows each as it comes, and resolves to all of them. A program that fails is a figure too. */
export async function collect(programArguments, env = {}) {
  const child = startNode(["--expose-gc", "--enable-source-maps", ...programArguments], { env, stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const figures = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const figure = JSON.parse(line);
    figures.push(figure);
    process.stderr.write(`${wordsOf(figure)}\n`);
  });
  const code = await exitOf(child);
  if (code !== 0) figures.push({ part: programArguments.slice(1).join(" "), metric: "ended by itself", value: code, goal: "0", ok: false });
  return figures;
}

/** Prints everything as JSON, and ends with 1 where a goal is missed. */
export function report(figures) {
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model, kernel: release(), load: loadavg() };
  const missed = figures.filter(({ ok }) => ok === false);
  process.stdout.write(`${JSON.stringify({ machine, figures, missed: missed.map(wordsOf) }, null, 2)}\n`);
  process.exit(missed.length === 0 ? 0 : 1);
}

function wordsOf({ part, entries, metric, value, unit = "", goal, ok }) {
  return `${ok === false ? "✗" : ok === true ? "✓" : "·"} ${part} ${entries ?? ""}: ${metric} = ${value} ${unit}${goal ? ` (${goal})` : ""}`;
}

/** Column widths: name, runs, seed, minutes. */
const WIDTHS = [18, 30, 8, 9];

/**
 * Runs the steps of a list, one after the other. A step has lanes that run at the same time, a lane has proofs that run in turn. Returns a row for each proof:
 * name, runs, seed, minutes, and whether it holds. A proof that throws does not hold, and does not stop the next one. `now` returns milliseconds.
 */
export async function runProofs(steps, now = () => performance.now()) {
  const rows = [];
  const runLane = async (lane) => {
    for (const proof of lane) rows.push(await runProof(proof, now));
  };
  for (const lanes of steps) await Promise.all(lanes.map(runLane));
  return rows;
}

async function runProof({ name, runs, seed, prove }, now) {
  const startedAt = now();
  let holds = false;
  try {
    holds = await prove();
  } catch (error) {
    process.stderr.write(`${name}: ${error.stack ?? error}\n`);
  }
  return { name, runs, seed, minutes: (now() - startedAt) / 60_000, holds };
}

/** The steps of all proofs: those that `beside` (steps of lanes of names) does not name run alone, before the others. */
export function stepsOf(names, beside) {
  const together = beside.flat(2);
  const alone = names.filter((name) => !together.includes(name)).map((name) => [[name]]);
  return [...alone, ...beside];
}

/** The table at the end of `npm run prove`: a line for each proof, and `minutes`, how long all of them took. */
export function proofTable(rows, minutes) {
  const lines = rows.map((row) => [row.name, row.runs, String(row.seed), row.minutes.toFixed(1), row.holds ? "holds" : "FAILED"]);
  const failed = rows.filter(({ holds }) => !holds).length;
  const all = [["proof", "runs", "seed", "minutes", ""], ...lines, ["total", `${rows.length} proofs`, "", minutes.toFixed(1), `${failed} failed`]];
  return all.map((cells) => `${cells.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join("")}`.trimEnd()).join("\n");
}

/** The value after an option of the command line, or `byDefault`. */
export function optionOf(options, name, byDefault) {
  const at = options.lastIndexOf(name);
  return at < 0 ? byDefault : options[at + 1];
}

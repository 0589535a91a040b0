/** Column widths: name, runs, seed, minutes. */
const WIDTHS = [18, 30, 8, 9];

/**
 * Runs proofs one after the other, and returns a row for each: name, runs, seed, minutes, and whether it holds. A proof that throws does not hold, and does
 * not stop the next one. `now` returns milliseconds.
 */
export async function runProofs(proofs, now = () => performance.now()) {
  const rows = [];
  for (const { name, runs, seed, prove } of proofs) {
    const startedAt = now();
    const holds = await prove().catch((error) => {
      process.stderr.write(`${name}: ${error.stack ?? error}\n`);
      return false;
    });
    rows.push({ name, runs, seed, minutes: (now() - startedAt) / 60_000, holds });
  }
  return rows;
}

/** The table at the end of `npm run prove`: a line for each proof, and their sum. */
export function proofTable(rows) {
  const lines = rows.map(({ name, runs, seed, minutes, holds }) => [name, runs, String(seed), minutes.toFixed(1), holds ? "holds" : "FAILED"]);
  const total = rows.reduce((sum, { minutes }) => sum + minutes, 0);
  const failed = rows.filter(({ holds }) => !holds).length;
  const all = [["proof", "runs", "seed", "minutes", ""], ...lines, ["total", `${rows.length} proofs`, "", total.toFixed(1), `${failed} failed`]];
  return all.map((cells) => `${cells.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join("")}`.trimEnd()).join("\n");
}

/** The value after an option of the command line, or `byDefault`. */
export function optionOf(options, name, byDefault) {
  const at = options.lastIndexOf(name);
  return at < 0 ? byDefault : options[at + 1];
}

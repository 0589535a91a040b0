import { afterEach, expect, it, vi } from "vitest";
import { optionOf, proofTable, runProofs } from "./proof-table.mjs";

afterEach(() => void vi.restoreAllMocks());

it("runs each proof, also after one that throws, and lists name, runs, seed and minutes", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let nowMs = 0;
  const proof = (name: string, minutes: number, result: () => Promise<boolean>) => {
    const prove = () => {
      nowMs += minutes * 60_000;
      return result();
    };
    return { name, runs: "5,000 runs", seed: 7, prove };
  };
  const proofs = [
    proof("chaos", 6, async () => true),
    proof("inputs", 1.5, () => Promise.reject(new Error("no browser"))),
    proof("soak", 20, async () => false),
  ];
  const rows = await runProofs(proofs, () => nowMs);
  expect(rows.map(({ name, holds }) => [name, holds])).toEqual([
    ["chaos", true],
    ["inputs", false],
    ["soak", false],
  ]);
  expect(String(stderr.mock.calls[0]?.[0])).toMatch(/^inputs: Error: no browser/);
  const cells = proofTable(rows)
    .split("\n")
    .map((line) => line.split(/ {2,}/));
  expect(cells).toEqual([
    ["proof", "runs", "seed", "minutes"],
    ["chaos", "5,000 runs", "7", "6.0", "holds"],
    ["inputs", "5,000 runs", "7", "1.5", "FAILED"],
    ["soak", "5,000 runs", "7", "20.0", "FAILED"],
    ["total", "3 proofs", "27.5", "2 failed"],
  ]);
});

it("takes the last value of an option, else the default", () => {
  expect(optionOf(["--runs", "5000", "--runs", "20"], "--runs", "1")).toBe("20");
  expect(optionOf(["--runs", "5000"], "--seed", "1")).toBe("1");
});

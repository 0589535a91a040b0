import { EventEmitter, once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { optionOf, proofTable, runProofs, stepsOf } from "./proof-table.mjs";

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
  const steps = [
    [[proof("chaos", 6, async () => true)]],
    [[proof("inputs", 1.5, () => Promise.reject(new Error("no browser"))), proof("soak", 20, async () => false)]],
  ];
  const rows = await runProofs(steps, () => nowMs);
  expect(rows.map(({ name, holds }) => [name, holds])).toEqual([
    ["chaos", true],
    ["inputs", false],
    ["soak", false],
  ]);
  expect(String(stderr.mock.calls[0]?.[0])).toMatch(/^inputs: Error: no browser/);
  const cells = proofTable(rows, 27)
    .split("\n")
    .map((line) => line.split(/ {2,}/));
  expect(cells).toEqual([
    ["proof", "runs", "seed", "minutes"],
    ["chaos", "5,000 runs", "7", "6.0", "holds"],
    ["inputs", "5,000 runs", "7", "1.5", "FAILED"],
    ["soak", "5,000 runs", "7", "20.0", "FAILED"],
    ["total", "3 proofs", "27.0", "2 failed"],
  ]);
});

it("runs the lanes of a step at the same time, and the next step after all of them", async () => {
  const events: string[] = [];
  const soaked = new EventEmitter();
  const proof = (name: string, work: () => Promise<unknown>) => {
    const prove = async () => {
      events.push(`${name} starts`);
      await work();
      events.push(`${name} ends`);
      return true;
    };
    return { name, runs: "1 run", seed: 1, prove };
  };
  const [soak, findings, chaos] = [
    proof("soak", () => once(soaked, "end")),
    proof("findings", async () => soaked.emit("end")),
    proof("chaos", () => Promise.resolve()),
  ];
  await runProofs([[[soak], [findings]], [[chaos]]], () => 0);
  expect(events).toEqual(["soak starts", "findings starts", "findings ends", "soak ends", "chaos starts", "chaos ends"]);
});

it("runs a proof alone and first when no lane names it", () => {
  const beside = [[["soak"], ["findings", "history"]]];
  expect(stepsOf(["chaos", "soak", "findings", "history", "values"], beside)).toEqual([[["chaos"]], [["values"]], [["soak"], ["findings", "history"]]]);
});

it("takes the last value of an option, else the default", () => {
  expect(optionOf(["--runs", "5000", "--runs", "20"], "--runs", "1")).toBe("20");
  expect(optionOf(["--runs", "5000"], "--seed", "1")).toBe("1");
});

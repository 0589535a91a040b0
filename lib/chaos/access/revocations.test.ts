import { beforeEach, describe, expect, it, vi } from "vitest";
import { revocations } from "./revocations";
import { takeSlowly } from "./slow-reader";

/** Of what `npm run prove -- revocations` runs, the first twenty-fifth. */
const TRIALS = 20;
const LIMIT_MS = 10_000;

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

describe("rights that are lost at a random moment", () => {
  it(`end what is told by streams, requests, files and objects that stand open within ten seconds at a fifth of that time, in ${TRIALS} of ${TRIALS} trials`, {
    timeout: 60_000,
  }, async () => {
    const trials = await revocations({ trials: TRIALS, seed: 1, atOnce: TRIALS, scale: 5 });
    expect(trials).toHaveLength(TRIALS);
    for (const { before } of trials) expect(Object.values(before).map((count) => count > 0)).toEqual([true, true, true, true]);
    expect(trials.filter(({ late, lastMs }) => late > 0 || lastMs > LIMIT_MS)).toEqual([]);
  });
});

describe("a slow reader of a file", () => {
  it.each([
    ["resolves when the file breaks off just before the end of the trial", "AbortError", null],
    ["rejects when the file fails for another reason", "DataError", "DataError"],
  ])("%s", async (_, name, rejection) => {
    let isOver = false;
    let fail: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode("vm-1"));
        fail = () => controller.error(new DOMException("", name));
      },
    });
    const told = () => {
      isOver = true;
      fail();
    };
    const reading = takeSlowly({ file: async () => new Response(body), partMs: 0, isOver: () => isOver, told });
    expect(
      await reading.then(
        () => null,
        (thrown: DOMException) => thrown.name,
      ),
    ).toBe(rejection);
  });
});

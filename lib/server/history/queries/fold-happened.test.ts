import { describe, expect, it } from "vitest";
import type { ActivityRow } from "@/lib/contract/answers/history";
import { Fold } from "./fold-happened";

const row = (change: Partial<ActivityRow>): ActivityRow => ({
  ...{ id: "1", at: 1_000, notBefore: null, type: "state", cluster: "a", kind: "entry", namespace: "shop", group: "checkout", name: "vm", uid: "u" },
  ...{ from: "awaiting", to: "healthy", detail: "", count: 1, names: [] },
  ...change,
});

function folded(...rows: ActivityRow[]): string[] {
  const fold = new Fold(10);
  for (const one of rows) fold.take(one);
  return fold.lines.map(({ from, to, detail, count }) => `${from}>${to} ${detail} x${count}`);
}

describe("equal things of a moment", () => {
  it("are one line, and one that came from another state is not among them", () => {
    expect(folded(row({}), row({ from: "unhealthy" }), row({}))).toEqual(["awaiting>healthy  x2", "unhealthy>healthy  x1"]);
  });

  it("keep what all of them share, and nothing that one of them alone said", () => {
    const failed = { type: "health", from: "True", to: "False" } as const;
    expect(folded(row({ ...failed, detail: "503" }), row({ ...failed, detail: "503" }))).toEqual(["True>False 503 x2"]);
    expect(folded(row({ ...failed, detail: "503" }), row({ ...failed, detail: "refused" }))).toEqual(["True>False  x2"]);
    expect(folded(row({ type: "renewed", from: "a", to: "b" }), row({ type: "renewed", from: "a", to: "c" }))).toEqual(["a>  x2"]);
  });

  it("span the times of all of them, if the time of one is not known exactly", () => {
    const timesOf = (...rows: ActivityRow[]) => {
      const fold = new Fold(10);
      for (const one of rows) fold.take(one);
      return fold.lines.map(({ at, notBefore }) => [notBefore, at]);
    };
    expect(timesOf(row({ at: 9_000, notBefore: 5_000 }), row({ at: 8_000, notBefore: 2_000 }))).toEqual([[2_000, 9_000]]);
    expect(timesOf(row({ at: 9_000 }), row({ at: 8_000, notBefore: 2_000 }))).toEqual([[2_000, 9_000]]);
    expect(timesOf(row({ at: 9_000, notBefore: 8_500 }), row({ at: 8_000 }))).toEqual([[8_000, 9_000]]);
    expect(timesOf(row({ at: 9_000 }), row({ at: 8_000 }))).toEqual([[null, 9_000]]);
  });
});

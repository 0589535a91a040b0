import { expect, it } from "vitest";
import type { NextAction } from "./next-action";
import { nextOfMany } from "./next-of-many";

const T = 1_800_000_000_000;
const next = (kind: NextAction["kind"], at: number | null): NextAction => ({ kind, at, latestAt: at === null ? null : at + 100_000, assumed: false });

it("machines are counted by what Istio does next, with what is due first of each", () => {
  const told = nextOfMany([
    { connection: "ghost", next: next("sweep", T + 900_000) },
    { connection: "reconnecting", next: next("delete", T + 8_000) },
    { connection: "reconnecting", next: next("delete", T + 3_000) },
    { connection: "disconnected", next: next("delete", T - 1_000) },
    { connection: "leaked", next: next("never-cleaned", null) },
  ]);
  expect(told).toEqual([
    { connection: "disconnected", count: 1, next: next("delete", T - 1_000) },
    { connection: "reconnecting", count: 2, next: next("delete", T + 3_000) },
    { connection: "ghost", count: 1, next: next("sweep", T + 900_000) },
    { connection: "leaked", count: 1, next: next("never-cleaned", null) },
  ]);
});

it("a machine that Istio leaves alone is not told of", () => {
  expect(
    nextOfMany([
      { connection: "connected", next: next("renew", T) },
      { connection: "unmanaged", next: next("nothing", null) },
    ]),
  ).toEqual([]);
});

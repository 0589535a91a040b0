import { expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { createSourceNeeds } from "./source-needs";

it("a namespace is needed from its first reader until a while after its last one, and each turn is told once", () => {
  const clock = new ManualClock(0);
  let turns = 0;
  const needs = createSourceNeeds(clock, 60_000, () => turns++);
  const [first, second] = [needs.need("services", "shop"), needs.need("services", "shop")];
  needs.need("services", "a");
  expect([needs.now("services"), needs.now("nodes"), turns]).toEqual([["a", "shop"], [], 2]);
  first();
  first();
  clock.advance(120_000);
  expect(needs.now("services")).toEqual(["a", "shop"]);
  second();
  clock.advance(59_999);
  expect([needs.now("services"), turns]).toEqual([["a", "shop"], 2]);
  clock.advance(1);
  expect([needs.now("services"), turns]).toEqual([["a"], 3]);
});

it("whoever comes back in time finds it needed all the while", () => {
  const clock = new ManualClock(0);
  let turns = 0;
  const needs = createSourceNeeds(clock, 60_000, () => turns++);
  needs.need("services", "shop")();
  clock.advance(59_000);
  const again = needs.need("services", "shop");
  clock.advance(59_000);
  expect([needs.now("services"), turns]).toEqual([["shop"], 1]);
  again();
  needs.stop();
  clock.advance(60_000);
  expect([needs.now("services"), turns]).toEqual([[], 1]);
});

it("above twenty namespaces all are needed in one, until there are clearly fewer", () => {
  const clock = new ManualClock(0);
  const needs = createSourceNeeds(clock, 60_000, () => undefined);
  const name = (n: number) => `ns-${String(n).padStart(2, "0")}`;
  const releases = Array.from({ length: 20 }, (_, n) => needs.need("workload-pods", name(n)));
  const isWide = () => needs.now("workload-pods").includes("*");
  const told = [isWide()];
  releases.push(needs.need("workload-pods", name(20)));
  told.push(isWide(), needs.now("nodes").includes("*"));
  const release = (count: number) => {
    for (const one of releases.splice(0, count)) one();
    clock.advance(60_000);
    told.push(isWide());
  };
  release(5);
  release(1);
  expect(told).toEqual([false, true, false, true, false]);
  expect(needs.now("workload-pods")).toHaveLength(15);
});

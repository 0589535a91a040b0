import { expect, it } from "vitest";
import { CountedPopulation } from "./counted-population";

const machine = (group: string, zone: string, replica: string) => ({ namespace: "shop", group, traits: { zone, replica, revision: "old", version: "v41" } });

/** A population of cluster "eu-1" whose replicas have the revision "new". */
const aPopulation = () => new CountedPopulation("eu-1", (replica) => (replica === "" ? "" : "new"));

it("counts present and lost machines by group, traits and revision", () => {
  const population = aPopulation();
  population.add(machine("pay", "a", "istiod-1"), "present");
  population.add(machine("pay", "b", "istiod-1"), "present");
  population.add(machine("", "b", ""), "lost");
  expect(population.size("eu-1")).toBe(3);
  expect(population.having("eu-1", "group", "pay", "shop")).toBe(2);
  expect(population.having("eu-1", "group", "", "")).toBe(1);
  expect(population.having("eu-1", "zone", "b", "")).toBe(2);
  expect(population.having("eu-1", "replica", "", "")).toBe(1);
  expect(population.having("eu-1", "version", "v41", "")).toBe(3);
  expect(population.having("eu-1", "revision", "new", "")).toBe(2);
  expect(population.having("eu-1", "revision", "old", "")).toBe(1);
});

it("has no machines of another cluster, group or value", () => {
  const population = aPopulation();
  population.add(machine("pay", "a", "istiod-1"), "present");
  expect([population.size("eu-2"), population.having("eu-2", "zone", "a", "")]).toEqual([0, 0]);
  expect([population.having("eu-1", "group", "pay", "mail"), population.having("eu-1", "zone", "z", "")]).toEqual([0, 0]);
});

it("is empty after all machines were removed", () => {
  const population = aPopulation();
  const one = machine("pay", "a", "istiod-1");
  population.add(one, "present");
  population.remove(one, "present");
  population.add(one, "lost");
  expect(population.having("eu-1", "revision", "new", "")).toBe(0);
  population.remove(one, "lost");
  expect([population.size("eu-1"), population.having("eu-1", "zone", "a", ""), population.having("eu-1", "group", "pay", "shop")]).toEqual([0, 0, 0]);
});

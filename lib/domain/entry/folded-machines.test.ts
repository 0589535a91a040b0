import { expect, it } from "vitest";
import { foldMachines } from "./folded-machines";

const counts = (states: Readonly<Record<string, number>>) => Object.entries(states).map(([value, count]) => ({ value, count }));

it.each([
  ["no machine", {}, 0, 0, true],
  ["up to 20 machines", { unhealthy: 1, healthy: 19 }, 20, 0, false],
  ["more healthy machines", { healthy: 48 }, 20, 28, true],
  ["more machines that are not checked", { unchecked: 21 }, 20, 1, false],
  ["machines in trouble and healthy ones", { unhealthy: 5, reconnecting: 1, healthy: 42 }, 6, 42, true],
  ["machines in trouble, healthy and not checked ones", { draining: 1, healthy: 20, unchecked: 1 }, 1, 21, false],
  ["very many machines in trouble", { unverified: 3_000, healthy: 2_000 }, 50, 4_950, false],
])("shows first and folds of %s", (_, states, shown, folded, areHealthy) => {
  expect(foldMachines(counts(states))).toEqual({ shown, folded, areHealthy });
});

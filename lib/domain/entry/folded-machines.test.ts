import { expect, it } from "vitest";
import { foldMachines } from "./folded-machines";

const counts = (states: Readonly<Record<string, number>>) => Object.entries(states).map(([value, count]) => ({ value, count }));

it.each([
  ["no machine", {}, 0, 0, true],
  ["up to 20 machines", { unhealthy: 1, healthy: 19 }, 20, 0, true],
  ["more healthy machines", { healthy: 48 }, 20, 28, true],
  ["more machines that are not checked", { unchecked: 21 }, 20, 1, false],
  ["machines that reconnect", { reconnecting: 2, healthy: 46 }, 20, 28, true],
  ["machines in trouble and healthy ones", { unhealthy: 6, healthy: 42 }, 6, 42, true],
  ["machines in trouble, reconnecting and healthy ones", { unhealthy: 6, reconnecting: 1, healthy: 41 }, 6, 42, false],
  ["machines in trouble, healthy and not checked ones", { draining: 1, healthy: 20, unchecked: 1 }, 1, 21, false],
  ["very many machines in trouble", { unverified: 3_000, healthy: 2_000 }, 50, 4_950, false],
])("shows first and folds of %s", (_, states, shown, folded, areHealthy) => {
  expect(foldMachines(counts(states))).toEqual({ shown, folded, areHealthy });
});

it("does not show fewer rows after the trouble ended, but no more than there are machines", () => {
  expect(foldMachines(counts({ healthy: 48 }), 30)).toEqual({ shown: 30, folded: 18, areHealthy: true });
  expect(foldMachines(counts({ unhealthy: 2, healthy: 46 }), 20)).toEqual({ shown: 20, folded: 28, areHealthy: true });
  expect(foldMachines(counts({ healthy: 12 }), 30)).toEqual({ shown: 12, folded: 0, areHealthy: true });
});

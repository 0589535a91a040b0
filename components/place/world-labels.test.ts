import { expect, it } from "vitest";
import type { WorldDot } from "./world-dots";
import { labelsOf } from "./world-labels";

const dot = (city: string, x: number, y: number): WorldDot => ({ city, x, y, rows: [], machines: 1, serving: 1, pods: 0 });
const labels = (...dots: readonly WorldDot[]) => labelsOf(dots, () => 2, { font: 6, box: [0, 0, 240, 120] });

it("a name stands to the right of its dot", () => {
  expect(labels(dot("Paris", 100, 60))).toEqual([{ city: "Paris", x: 104.4, y: 62.1, anchor: "start" }]);
});

it("to the left where the map ends, or another dot is in the way", () => {
  expect(labels(dot("Auckland", 235, 60)).map(({ anchor }) => anchor)).toEqual(["end"]);
  expect(labels(dot("London", 100, 60), dot("Paris", 112, 60)).map(({ city, anchor }) => [city, anchor])).toEqual([
    ["London", "end"],
    ["Paris", "start"],
  ]);
});

it("and nowhere where there is no room", () => {
  const crowd = [dot("Frankfurt", 120, 60), dot("Zurich", 121, 61), dot("Milan", 119, 62)];
  expect(labels(...crowd).length).toBeLessThan(3);
});

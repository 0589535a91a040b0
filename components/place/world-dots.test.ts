import { describe, expect, it } from "vitest";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { boxOf, pointOf, radiusOf, WORLD, worldDots } from "./world-dots";

const row = (region: string, machines = 1, level: LocalityRow["level"] = "region") =>
  ({ id: `${level}:${region}`, level, region, machines, serving: machines, doubted: 0, pods: 0 }) as LocalityRow;

describe("the dots of the world", () => {
  it("are cities: regions of several clouds in one are one dot, largest first", () => {
    const { dots, elsewhere } = worldDots([row("eu-central-1", 2), row("europe-west3", 3), row("us-east-1", 9)]);
    expect(dots.map(({ city, machines, rows }) => [city, machines, rows.length])).toEqual([
      ["Ashburn", 9, 1],
      ["Frankfurt", 5, 2],
    ]);
    expect(elsewhere).toEqual([]);
  });

  it("an unknown region is none of them, and is never at 0,0", () => {
    const { dots, elsewhere } = worldDots([row("rack-7"), row(""), row("", 2, "nowhere"), row("", 0, "unseen"), row("eu-central-1", 1, "zone")]);
    expect(dots).toEqual([]);
    expect(elsewhere.map(({ id }) => id)).toEqual(["region:rack-7", "region:", "nowhere:", "unseen:"]);
  });

  it("are where their cities are", () => {
    expect(pointOf({ latitude: 0, longitude: 0 })).toEqual({ x: 360, y: 180 });
    expect(pointOf({ latitude: 90, longitude: -180 })).toEqual({ x: 0, y: 0 });
  });
});

describe("the part of the map that is shown", () => {
  const inside = ([x, y, width, height]: ReturnType<typeof boxOf>, dot: { readonly x: number; readonly y: number }) =>
    dot.x > x && dot.x < x + width && dot.y > y && dot.y < y + height;

  it.each([
    ["one city", ["eu-central-1"]],
    ["a continent", ["eu-central-1", "eu-west-1", "eu-north-1"]],
    ["the world", ["us-west-2", "ap-southeast-2", "sa-east-1", "eu-north-1"]],
    ["its edge", ["ap-southeast-6"]],
  ])("holds every dot of %s, and nothing beyond the world", (_, regions) => {
    const { dots } = worldDots(regions.map((region) => row(region)));
    const box = boxOf(dots);
    for (const dot of dots) expect([dot.city, inside(box, dot)]).toEqual([dot.city, true]);
    expect([box[0] >= 0, box[1] >= 0, box[0] + box[2] <= WORLD[2], box[2] >= 240]).toEqual([true, true, true, true]);
  });

  it("is the world where nobody is on it", () => {
    expect(boxOf([])[2]).toBe(WORLD[2]);
  });

  it("the area of a dot goes with how many are there", () => {
    const radius = (machines: number) => radiusOf({ machines, pods: 0 }, 100, WORLD);
    expect([radius(100) > radius(50), radius(50) > radius(1), radius(0) > 0]).toEqual([true, true, true]);
  });
});

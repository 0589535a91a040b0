import { describe, expect, it } from "vitest";
import { createBackoff } from "./backoff";

describe("delays", () => {
  it("double up to the most and start small again after progress", () => {
    const backoff = createBackoff(800, 30_000, () => 1);
    expect(Array.from({ length: 8 }, () => backoff.next(null))).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]);
    backoff.progress();
    expect(backoff.next(null)).toBe(800);
  });

  it("are never shorter than the server asks for", () => {
    expect(createBackoff(800, 30_000, () => 0.5).next(60_000)).toBe(60_000);
    expect(createBackoff(800, 30_000, () => 0.5).next(10)).toBe(400);
  });

  it("keep a server that is down at a quarter of a request a second and below", () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const backoff = createBackoff(800, 30_000, random);
    let requests = 0;
    for (let ms = 0; ms < 600_000; ms += backoff.next(null)) requests++;
    expect(requests / 600).toBeLessThan(0.25);
  });
});

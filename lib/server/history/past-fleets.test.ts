import { describe, expect, it } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { PastFleets } from "./past-fleets";

describe("the fleets of past moments", () => {
  it("load one at a time, in the order of the requests, even after a failure", async () => {
    const finish = new Map<number, (failure?: Error) => void>();
    const past = new PastFleets(
      (at) => new Promise((resolve, reject) => finish.set(at, (failure) => (failure === undefined ? resolve(liveFleet([], () => at)) : reject(failure)))),
    );
    const answers = [1, 2, 3].map((at) => past.at(at, true).then(() => at, String));
    expect([...finish.keys()]).toEqual([1]);
    finish.get(1)?.(new Error("planted"));
    await answers[0];
    expect([...finish.keys()]).toEqual([1, 2]);
    finish.get(2)?.();
    await answers[1];
    finish.get(3)?.();
    expect(await Promise.all(answers)).toEqual(["Error: planted", 2, 3]);
  });

  it("refuse a moment when 16 wait", async () => {
    const past = new PastFleets(() => new Promise(() => undefined));
    for (let at = 0; at < 17; at++) void past.at(at, true);
    await expect(past.at(17, true)).rejects.toMatchObject({ status: 503 });
  });
});

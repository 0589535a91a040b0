import { expect, it } from "vitest";
import { CLEANUP_SLACK_MS } from "@/lib/domain/verdict/timing";
import { ago, anEntry, GRACE_MS, NOW } from "@/lib/testing/entries";
import { caughtUp } from "./caught-up";
import { liveFleet } from "./live-fleet";

it("lets all that fell due be evaluated before somebody is answered, and once for all who wait", async () => {
  let now = NOW;
  const fleet = liveFleet(["prod-eu"], () => now);
  for (let id = 0; id < 500; id++)
    fleet.store.upsertEntry(anEntry({ uid: `uid-${id}`, name: `vm-${id}`, connectedAt: null, disconnectedAt: ago(0) }), now, "seen");
  now += GRACE_MS;
  await caughtUp(fleet);
  now += CLEANUP_SLACK_MS;
  const states = () => new Set([...fleet.entries()].map((entry) => fleet.judged(entry).state));
  expect(states().size).toBe(1);
  const both = [caughtUp(fleet), caughtUp(fleet)];
  expect(both[0]).toBe(both[1]);
  expect(states().size).toBe(2);
  await Promise.all(both);
  expect(states().size).toBe(1);
  expect(fleet.evaluations.next).toBeNull();
  expect(fleet.catchUp()).toBe(true);
});

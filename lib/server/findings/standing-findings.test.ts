import { afterEach, expect, it, vi } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { standingFindings } from "./standing-findings";

afterEach(() => void vi.useRealTimers());

it("whoever was told that there may be more hears once there is not, also where nothing more was found", async () => {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  for (let n = 0; n < 300; n++)
    fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER, uid: `vm-${n}`, name: `vm-${n}`, address: `10.0.${n >> 8}.${n & 255}` }), NOW, "seen");
  const told: boolean[] = [];
  const standing = standingFindings(fleet, hostScope(), () => told.push(standing.caughtUp(1)));
  expect(standing.caughtUp(1)).toBe(false);
  await vi.waitFor(() => expect(told.at(-1)).toBe(true));
  standing.close();
});

it("findings that nobody has read for a while are followed no longer, though nobody else came, and are made anew for the next reader", () => {
  vi.useFakeTimers();
  let now = NOW;
  const fleet = liveFleet([HOSTS_CLUSTER], () => now);
  const { findings, close } = standingFindings(fleet, hostScope(), () => undefined);
  const closed = vi.spyOn(findings, "close");
  close();
  for (const ms of [19_000, 3_000]) {
    expect(closed).not.toHaveBeenCalled();
    now += ms;
    vi.advanceTimersByTime(ms);
  }
  expect(closed).toHaveBeenCalledOnce();
  const again = standingFindings(fleet, hostScope(), () => undefined);
  expect(again.findings).not.toBe(findings);
  again.close();
});

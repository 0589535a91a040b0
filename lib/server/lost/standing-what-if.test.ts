import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { parseWhatIf } from "@/lib/contract/views/what-if";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { standingWhatIf } from "./standing-what-if";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("what would be left follows nothing any more once nobody has asked for a while, though nobody asks anything else", () => {
  let now = NOW;
  const fleet = liveFleet([HOSTS_CLUSTER], () => now);
  fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER }), now, "seen");
  const close = vi.fn<() => void>();
  const subscribed = vi.spyOn(fleet, "subscribe").mockReturnValue(close);
  const asked = standingWhatIf(fleet, hostScope(), parseWhatIf("lost=zone:eu-central-1/eu-central-1a"));
  expect(subscribed).toHaveBeenCalledOnce();
  asked.close();
  for (const ms of [19_000, 3_000]) {
    expect(close).not.toHaveBeenCalled();
    now += ms;
    vi.advanceTimersByTime(ms);
  }
  expect(close).toHaveBeenCalledOnce();
});

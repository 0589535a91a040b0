import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, NOW } from "@/lib/testing/entries";
import { standingMachines } from "./standing-machines";

const IDLE_MS = 20_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fleet of one machine, with how many listen to it. */
function aFleet() {
  const fleet = liveFleet(["prod-eu"], () => NOW);
  fleet.store.upsertEntry(anEntry(), NOW, "seen");
  let listeners = 0;
  const subscribe = fleet.subscribe.bind(fleet);
  vi.spyOn(fleet, "subscribe").mockImplementation((listener) => {
    const end = subscribe(listener);
    listeners++;
    return () => {
      listeners--;
      end();
    };
  });
  return { fleet, listeners: () => listeners };
}

describe("machines by their networks", () => {
  it("are followed no longer once nobody has read them for a while, though nobody else comes", () => {
    const { fleet, listeners } = aFleet();
    standingMachines(fleet).close();
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(listeners()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(listeners()).toBe(0);
    const again = standingMachines(fleet);
    expect([...again.machines.all()]).toHaveLength(1);
    expect(listeners()).toBe(1);
    again.close();
  });

  it("are one for all who read them, as long as somebody does", () => {
    const { fleet, listeners } = aFleet();
    const [first, second] = [standingMachines(fleet), standingMachines(fleet)];
    expect(second.machines).toBe(first.machines);
    first.close();
    first.close();
    vi.advanceTimersByTime(2 * IDLE_MS);
    expect(listeners()).toBe(1);
    second.close();
    vi.advanceTimersByTime(IDLE_MS - 1);
    const third = standingMachines(fleet);
    expect(third.machines).toBe(first.machines);
    vi.advanceTimersByTime(2 * IDLE_MS);
    expect(listeners()).toBe(1);
    third.close();
    vi.advanceTimersByTime(IDLE_MS);
    expect([listeners(), vi.getTimerCount()]).toEqual([0, 0]);
  });
});

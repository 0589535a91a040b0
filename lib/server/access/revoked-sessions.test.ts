import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RevokedSession } from "@/lib/server/history/keep-revocations";
import { ManualClock } from "@/lib/testing/manual-clock";
import { RevokedSessions } from "./revoked-sessions";

const HOUR = 3_600_000;
const SECOND = 1_000;
let clock: ManualClock;
let written: string[];
beforeEach(() => {
  clock = new ManualClock(0);
  written = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const settled = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};

/** A table that several processes share. It can be made unavailable. */
function aTable() {
  const rows: RevokedSession[] = [];
  const state = { rows, isAway: false };
  const requireHere = () => {
    if (state.isAway) throw new Error("PostgreSQL does not answer");
  };
  const table = {
    keep: async (sessions: readonly RevokedSession[]) => {
      requireHere();
      rows.push(...sessions);
    },
    read: async () => {
      requireHere();
      return [...rows];
    },
  };
  return { state, aProcess: () => new RevokedSessions({ table, clock }) };
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    clock.advance(100);
    await settled();
  }
}

describe("a revoked session", () => {
  it("is refused by its own process at once, until its natural end", async () => {
    const revoked = new RevokedSessions({ table: null, clock });
    await revoked.revoke("a", HOUR);
    expect([revoked.has("a"), revoked.has("b"), revoked.has("")]).toEqual([true, false, false]);
    clock.advance(HOUR);
    expect(revoked.has("a")).toBe(false);
  });

  it("is refused within ten seconds by every process that shares the table, including later ones", async () => {
    const { aProcess } = aTable();
    const [one, other] = [aProcess(), aProcess()];
    await pass(SECOND);
    await one.revoke("a", HOUR);
    await pass(9 * SECOND);
    expect(other.has("a")).toBe(true);
    const late = aProcess();
    const isReady = vi.fn();
    void late.ready().then(isReady);
    await settled();
    expect(isReady).not.toHaveBeenCalled();
    await pass(100);
    expect([isReady.mock.calls.length, late.has("a")]).toEqual([1, true]);
  });

  it("ends each open stream of the session once", async () => {
    const revoked = new RevokedSessions({ table: null, clock });
    const [first, second, closed, other] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    revoked.follow("a", first);
    revoked.follow("a", second);
    revoked.follow("a", closed)();
    revoked.follow("b", other);
    await revoked.revoke("a", HOUR);
    await revoked.revoke("a", HOUR);
    const late = vi.fn();
    revoked.follow("a", late);
    expect([first, second, closed, other, late].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0, 0, 1]);
  });
});

describe("a table that does not answer", () => {
  it("delays a sign-out by at most half a second, and receives the session later", async () => {
    const { state, aProcess } = aTable();
    const revoked = aProcess();
    await pass(SECOND);
    state.isAway = true;
    const done = vi.fn();
    void revoked.revoke("a", HOUR).then(done);
    expect(revoked.has("a")).toBe(true);
    await pass(500);
    expect(done).toHaveBeenCalledTimes(1);
    await pass(10 * SECOND);
    expect(written).toHaveLength(1);
    state.isAway = false;
    await pass(3 * SECOND);
    expect(state.rows).toEqual([{ session: "a", endsAt: HOUR }]);
  });

  it("delays requests after a start by at most five seconds", async () => {
    const { state, aProcess } = aTable();
    state.isAway = true;
    const isReady = vi.fn();
    void aProcess().ready().then(isReady);
    await pass(4.9 * SECOND);
    expect(isReady).not.toHaveBeenCalled();
    await pass(200);
    expect(isReady).toHaveBeenCalledTimes(1);
  });
});

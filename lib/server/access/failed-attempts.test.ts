import { beforeEach, describe, expect, it } from "vitest";
import { CLIENT_HEADER } from "@/lib/server/http/inbound-headers";
import { Refusal } from "@/lib/server/http/problem";
import { ManualClock } from "@/lib/testing/manual-clock";
import { FailedAttempts } from "./failed-attempts";

let clock: ManualClock;
let attempts: FailedAttempts;
beforeEach(() => {
  clock = new ManualClock(0);
  attempts = new FailedAttempts(clock);
});

const from = (address = "192.0.2.7") => ({ headers: new Headers({ [CLIENT_HEADER]: address }) });
const bad = (status: 401 | 503 = 401) => Promise.reject(new Refusal(status, "Not signed in", "This token is made up."));
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (thrown: unknown) => (thrown instanceof Refusal ? thrown.status : 500),
  );
const fail = (address?: string, status?: 401 | 503) => statusOf(attempts.tried(from(address), () => bad(status)));

describe("an address whose sign-ins fail", () => {
  it("gets 401 twenty times, then 429 with the seconds to wait, and again 401 after them", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 30; at++) statuses.push(await fail());
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), ...Array.from({ length: 10 }, () => 429)]);
    await expect(attempts.tried(from(), () => bad())).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: 3,
      detail: "This token is made up. Too many sign-ins from this address were refused.",
    });
    clock.advance(3_000);
    expect(await fail()).toBe(401);
  });

  it("still signs in with a valid token, even while failed attempts wait for their check", async () => {
    let most = 0;
    let checked = 0;
    const slowly = async (isValid: boolean) => {
      most = Math.max(most, ++checked);
      await new Promise((resolve) => setImmediate(resolve));
      checked--;
      return isValid ? "signed in" : bad();
    };
    const flood = Array.from({ length: 600 }, () => statusOf(attempts.tried(from(), () => slowly(false))));
    expect(await attempts.tried(from(), () => slowly(true))).toBe("signed in");
    expect((await Promise.all(flood)).filter((status) => status === 429)).toHaveLength(580);
    expect(most).toBe(16);
  });

  it("has at most a thousand waiting attempts, and gets 429 at once for each further one", async () => {
    let isOpen: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      isOpen = resolve;
    });
    const flood = Array.from({ length: 1_016 }, () => statusOf(attempts.tried(from(), () => gate)));
    expect(await statusOf(attempts.tried(from(), () => gate))).toBe(429);
    isOpen();
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
    expect(await statusOf(attempts.tried(from(), async () => "free again"))).toBe(200);
  });

  it("does not limit other addresses, and counts an IPv6 network of 64 bits as one", async () => {
    for (let at = 0; at < 30; at++) await fail(`2001:db8:0:7::${at}`);
    expect([await fail("2001:db8:0:7::ffff"), await fail("2001:db8:0:8::1"), await fail("192.0.2.7")]).toEqual([429, 401, 401]);
  });

  it("is not limited by answers without a verdict on the token", async () => {
    for (let at = 0; at < 30; at++) expect(await fail(undefined, 503)).toBe(503);
    expect(await fail()).toBe(401);
  });
});

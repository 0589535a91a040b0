import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renew } from "./renew";

const RENEWAL = { isKept: true, isRenewed: true, nextMs: 1_000, lacksGroups: false };
let locks: string[];
let running = 0;
let mostAtOnce = 0;
let answer: () => Response;

beforeEach(() => {
  locks = [];
  [running, mostAtOnce] = [0, 0];
  answer = () => Response.json(RENEWAL);
  let last: Promise<unknown> = Promise.resolve();
  const request = (name: string, work: () => Promise<unknown>) => {
    locks.push(name);
    last = last.then(work);
    return last;
  };
  vi.stubGlobal("navigator", { locks: { request } });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    running++;
    mostAtOnce = Math.max(mostAtOnce, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    expect([path, init.method, init.body]).toEqual(["/api/session/renewal", "POST", "{}"]);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("renewing", () => {
  it("is done by one page of a browser at a time", async () => {
    expect(await Promise.all([renew(), renew(), renew()])).toEqual(Array(3).fill({ kind: "here", renewal: RENEWAL }));
    expect(mostAtOnce).toBe(1);
    expect(new Set(locks).size).toBe(1);
  });

  it("is over where the server says 401, with its reason", async () => {
    answer = () => Response.json({ title: "Not signed in", status: 401, detail: "The provider has ended this sign-in." }, { status: 401 });
    expect(await renew()).toEqual({ kind: "over", problem: "The provider has ended this sign-in." });
  });

  it("can be told later where the provider, or the server, gives no answer", async () => {
    answer = () => Response.json({ title: "Could not be checked", status: 503, detail: "The provider gave no answer." }, { status: 503 });
    expect(await renew()).toEqual({ kind: "later", problem: "The provider gave no answer." });
    answer = () => {
      throw new TypeError("no connection");
    };
    expect(await renew()).toEqual({ kind: "later", problem: "The server cannot be reached: no connection." });
  });
});

import { describe, expect, it } from "vitest";
import { Refusal } from "@/lib/server/http/problem";
import { noteIssued } from "./issued-tokens";
import { knownToken } from "./known-token";

const group = (name: string) => ({ cluster: "eu", namespace: "known", group: name });
const keeps = (kept: { account: string; at: number; expiresAt: number } | null) => ({ lastToken: async () => kept });
const issue = (name: string, at: number, account = "vm") => noteIssued({ ...group(name), account, at, expiresAt: at + 600, isThroughGateway: true });

describe("the last token for a group", () => {
  it("is told by the audit after a restart, and where another server handed it out", async () => {
    expect(await knownToken(keeps({ account: "vm", at: 5, expiresAt: 605 }), group("elsewhere"))).toEqual({
      token: { account: "vm", at: 5, expiresAt: 605, isThroughGateway: null },
      isKept: true,
    });
  });

  it("is the newer one of memory and audit", async () => {
    issue("both", 100);
    expect((await knownToken(keeps({ account: "other", at: 50, expiresAt: 650 }), group("both"))).token).toMatchObject({
      account: "vm",
      isThroughGateway: true,
    });
    expect((await knownToken(keeps({ account: "other", at: 150, expiresAt: 750 }), group("both"))).token).toMatchObject({
      ...{ account: "other", isThroughGateway: null },
    });
  });

  it("is one token where the audit's clock is a little ahead", async () => {
    issue("same", 100);
    expect((await knownToken(keeps({ account: "vm", at: 103, expiresAt: 700 }), group("same"))).token).toMatchObject({ isThroughGateway: true });
  });

  it("is that of memory where nothing is kept, which is said", async () => {
    const refuses = { lastToken: async () => Promise.reject(new Refusal(503, "No history", "This server keeps no history.")) };
    expect(await knownToken(refuses, group("nobody"))).toEqual({ token: null, isKept: false });
    issue("unkept", 100);
    expect(await knownToken(refuses, group("unkept"))).toMatchObject({ token: { at: 100 }, isKept: false });
  });

  it("is not taken for none where the audit fails in a way that nobody foresaw", async () => {
    await expect(knownToken({ lastToken: async () => Promise.reject(new TypeError("broken")) }, group("broken"))).rejects.toThrow("broken");
  });
});

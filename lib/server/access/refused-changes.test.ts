import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CLIENT_HEADER } from "@/lib/server/http/inbound-headers";
import { Refusal } from "@/lib/server/http/problem";
import { HOSTILE_LOG_TEXTS } from "@/lib/testing/hostile-log-texts";
import { RefusedChanges } from "./refused-changes";

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());
const lines = () => written.map((text) => JSON.parse(text));

const ADDRESS = "http://localhost/api/c/eu/commands/delete-workloadentry/payments/vm-1?token=s3cret-in-the-query";
let now = 0;

interface Change {
  readonly method?: string;
  readonly url?: string;
  readonly from?: string;
  readonly subject?: string;
  readonly refusal?: Refusal;
}

function refuse(changes: RefusedChanges, { method = "POST", url = ADDRESS, from = "10.0.0.7", subject, refusal }: Change = {}): void {
  const thrown = refusal ?? new Refusal(403, "Not from here", "No.");
  const viewer = subject === undefined ? {} : { viewer: { subject } };
  const asked = { request: { method, url, headers: new Headers({ [CLIENT_HEADER]: from }) }, signIn: { sessionOf: () => "session-1" }, ...viewer };
  const check = () => {
    throw thrown;
  };
  expect(() => changes.told(asked, check)).toThrow(thrown);
}

it("a change that the door refuses is a line of the log: what was asked for, from where, by whom as far as that is known, and what was answered", () => {
  const changes = new RefusedChanges(() => now);
  refuse(changes);
  refuse(changes, { subject: "ann", refusal: new Refusal(429, "Too many requests", "No.") });
  const what = { level: "warn", message: "a change was refused at the door", method: "POST", path: new URL(ADDRESS).pathname, from: "10.0.0.7" };
  expect(lines()).toMatchObject([
    { ...what, status: 403, detail: "Not from here", session: "session-1" },
    { ...what, status: 429, detail: "Too many requests", who: "ann" },
  ]);
  expect(lines()[0]).not.toHaveProperty("who");
  expect(written.join("")).not.toContain("s3cret");
});

it("what reads, and what goes on, has none", () => {
  const changes = new RefusedChanges(() => now);
  for (const method of ["GET", "HEAD"]) refuse(changes, { method });
  changes.told({ request: { method: "POST", url: ADDRESS, headers: new Headers() }, signIn: {} }, () => undefined);
  expect(lines()).toEqual([]);
});

it("is told once a minute of each address or viewer, refusal and method, and of one no more than twenty times at once", () => {
  const changes = new RefusedChanges(() => now);
  for (let n = 0; n < 50; n++) refuse(changes);
  refuse(changes, { from: "10.0.0.8" });
  refuse(changes, { subject: "ann" });
  refuse(changes, { refusal: new Refusal(415, "Not this type", "No.") });
  expect(lines()).toHaveLength(4);
  now += 60_000;
  refuse(changes);
  expect(lines()).toHaveLength(5);
  for (let n = 0; n < 50; n++) refuse(changes, { subject: "bob", refusal: new Refusal(403, `Reason ${n}`, "No.") });
  expect(lines()).toHaveLength(5 + 20);
});

it("counts the addresses of one IPv6 network as one", () => {
  const changes = new RefusedChanges(() => now);
  for (const from of ["2001:db8:0:7::1", "2001:db8:0:7:ffff::2", "2001:db8:0:8::1"]) refuse(changes, { from });
  expect(lines()).toHaveLength(2);
});

it.each(HOSTILE_LOG_TEXTS.map((text) => [text]))("stays one line, whatever is sent: %.24j", (hostile) => {
  refuse(new RefusedChanges(() => now), { subject: hostile, method: hostile, url: `http://localhost/api/${encodeURIComponent(hostile.toWellFormed())}` });
  expect(written.join("").match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu)).toEqual(["\n"]);
});

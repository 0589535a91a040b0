import { expect, test } from "./fixtures";
import { sendRaw } from "./outside/raw-request";

/* What a page breaks of its policy reaches the log of the server, from the browser itself; and nothing else that is sent there does. */

const lines = (log: string) => log.split("\n").filter((line) => line.includes("a browser reports a violation"));

test("a violation in a browser is a line of the log", async ({ page, house, complaints }) => {
  complaints.claim(/Content Security Policy/);
  await page.goto("/entries?q=a-secret-filter");
  await page.evaluate(() => document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:1/x.png?stolen=secret" })));
  await expect.poll(() => lines(house.dashboard.log()), { timeout: 90_000 }).toHaveLength(1);
  const [line = ""] = lines(house.dashboard.log());
  expect(JSON.parse(line)).toMatchObject({ level: "warn", directive: "img-src", blocked: "http://127.0.0.1:1", page: "/entries" });
  expect(line).not.toMatch(/secret/);
});

test("what is no report of a page of this server is refused, and whoever sends one learns nothing", async ({ house }) => {
  const origin = house.address;
  const report = JSON.stringify({ "csp-report": { "document-uri": `${origin}/forged`, "effective-directive": "img-src", "blocked-uri": "inline" } });
  const send = (body: string, ...headers: readonly (readonly [string, string])[]) =>
    sendRaw(origin, { method: "POST", path: "/api/policy-reports", headers: headers.map(([name, value]) => [name, value] as const), body });
  const type = ["Content-Type", "application/csp-report"] as const;
  const ours = ["Origin", origin] as const;
  const before = lines(house.dashboard.log()).length;
  expect((await send(report, type, ["Origin", "http://evil.example"])).status, "a page elsewhere").toBe(403);
  expect((await send(report, type, ["Origin", "null"], ["Sec-Fetch-Site", "cross-site"])).status, "a sandboxed frame elsewhere").toBe(403);
  expect((await send(report, ["Content-Type", "application/json"], ours)).status, "another type").toBe(415);
  expect((await send("{", type, ours)).status, "no JSON").toBe(400);
  expect((await send(report.padEnd(70_000), type, ours)).status, "too much").toBe(413);
  expect(lines(house.dashboard.log()).length).toBe(before);
  const answers = await Promise.all(Array.from({ length: 120 }, () => send(report, type, ours)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)), "one of many is answered like the first").toEqual(new Set(["204 "]));
  await expect.poll(() => lines(house.dashboard.log()).length).toBe(before + 1);
});

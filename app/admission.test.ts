import { once } from "node:events";
import { readdirSync } from "node:fs";
import { get, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { FRONT_LIMITS, frontServer } from "@/lib/server/http/front";
import { FRONT_DEFAULTS } from "@/lib/server/http/front-settings";

/** Routes that skip the queue, because a platform or a sign-out depends on them. Every other page and route must wait. */
const NEVER_QUEUED = [
  ...["/api/healthz", "/api/live", "/api/policy-reports", "/api/readyz"],
  ...["/api/session", "/api/session/renewal", "/api/sign-in", "/api/sign-in/callback", "/api/sign-out"],
];

/** One address for each page and route of `app`. A name replaces each parameter segment. */
const ADDRESSES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => /(^|\/)(page\.tsx|route\.ts)$/.test(path))
  .map((path) => `/${path.replace(/\/?(page\.tsx|route\.ts)$/, "").replace(/\[[^\]]+\]/g, "some")}`)
  .sort();

let server: Server;
let port: number;
let reached: string[];
const held: ServerResponse[] = [];

/** Starts a server whose one running request never ends and whose queue of one is full. */
beforeAll(async () => {
  reached = [];
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let queuedOfClient = 9;
  const handle = async (asked: IncomingMessage, response: ServerResponse) => {
    if (asked.url?.startsWith("/hold") === true) {
      held.push(response);
      await once(response, "close");
      return;
    }
    reached.push(asked.url ?? "");
    response.end("reached\n");
  };
  server = frontServer(handle, FRONT_LIMITS, () => ({ ...FRONT_DEFAULTS, queuedOfClient }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  // A process that is idle while a test waits lends eight slots to one client. Five requests fill these slots and the queue.
  for (let at = 0; at < 9; at++) get({ port, host: "127.0.0.1", path: `/hold-${at}` }).on("error", () => undefined);
  await vi.waitFor(() => expect(held).toHaveLength(8));
  queuedOfClient = 1;
});

afterEach(() => {
  reached.length = 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Resolves to the status, the `Retry-After` and the text of an answer. */
function answerOf(path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ status: number; retryAfter: string | undefined; text: string }>((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"], text }));
    });
    sent.once("error", reject);
    sent.end();
  });
}

describe("a full queue", () => {
  it("is checked with every page and route", () => {
    expect(ADDRESSES).toEqual(expect.arrayContaining(["/", "/entries", "/findings", "/api/history/export", ...NEVER_QUEUED]));
  });

  it.each(ADDRESSES.filter((address) => !NEVER_QUEUED.includes(address)))(
    "refuses %s with 503 and Retry-After, without calling the handler",
    async (address) => {
      expect(await answerOf(address)).toMatchObject({
        status: 503,
        retryAfter: expect.stringMatching(/^[2-5]$/),
        text: expect.stringContaining("Stolos is busy"),
      });
      expect(reached).toEqual([]);
    },
  );

  it.each(NEVER_QUEUED)("does not delay %s", async (address) => {
    expect((await answerOf(address)).status).toBe(200);
  });

  it("returns a page that reloads itself to a browser", async () => {
    const { status, text } = await answerOf("/entries", { accept: "text/html,*/*" });
    expect([status, text.match(/<h1>(.*)<\/h1>/)?.[1], text.match(/http-equiv="refresh" content="(\d)"/)?.[1]]).toEqual([
      503,
      "Stolos is busy",
      expect.stringMatching(/^[2-5]$/),
    ]);
  });

  it("returns JSON to the router of a page, which then navigates", async () => {
    expect(JSON.parse((await answerOf("/entries", { accept: "text/html", rsc: "1" })).text)).toMatchObject({ status: 503 });
  });
});

describe("a query beyond a bound", () => {
  it("is refused before the queue, with the key and how to correct it", async () => {
    const answer = await answerOf(`/entries?x=?&sort=${"a".repeat(65)}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ detail: expect.stringMatching(/^sort: at most 64 characters/) });
  });

  it("is escaped in the page of the refusal", async () => {
    const { text } = await answerOf(`/entries?q=${encodeURIComponent(`"<script>`.repeat(600))}`, { accept: "text/html" });
    expect(text).not.toContain("<script");
  });
});

import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { Problem } from "@/lib/contract/answers/answers";
import { handled, readBody } from "./handler";
import { REQUEST_HEADER } from "./inbound-headers";
import { Refusal } from "./problem";

const Body = z.object({ views: z.array(z.object({ id: z.number() })) });
const URL_OF_OURS = "http://stolos.test/api/live";
const ASKED = new Request(URL_OF_OURS, { headers: { [REQUEST_HEADER]: "a-request" } });

function post(body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }): Request {
  return new Request(URL_OF_OURS, { method: "POST", body, headers });
}

async function refusal(work: () => unknown): Promise<{ status: number; type: string | null; body: Record<string, unknown> }> {
  const response = await handled(ASKED, work);
  return { status: response.status, type: response.headers.get("content-type"), body: await response.json() };
}

describe("a route's answer", () => {
  it("is the value as JSON, never cached, or the response as it is", async () => {
    const response = await handled(ASKED, () => ({ a: 1 }));
    expect([await response.json(), response.headers.get("cache-control")]).toEqual([{ a: 1 }, "no-store"]);
    expect((await handled(ASKED, () => new Response(null, { status: 204 }))).status).toBe(204);
  });

  it("is a problem where it is refused, with the field that is wrong", async () => {
    expect(
      await refusal(() => {
        throw new Refusal(400, "Not understood", "No.", "index");
      }),
    ).toEqual({
      status: 400,
      type: "application/problem+json",
      body: { title: "Not understood", status: 400, detail: "No.", field: "index", requestId: "a-request" },
    });
  });

  it("names the fields of a document that were refused: fifty at most, none longer than a page can show", async () => {
    const causes = Array.from({ length: 60 }, (_, at) => ({ field: `spec.a${at}${"x".repeat(1_000)}`, message: "y".repeat(5_000) }));
    const { body } = await refusal(() => {
      throw new Refusal(422, "Not accepted", "No.", undefined, { causes });
    });
    const { causes: told = [] } = Problem.parse(body);
    expect(told).toHaveLength(50);
    expect(told[0]).toEqual({ field: `spec.a0${"x".repeat(392)}…`, message: `${"y".repeat(999)}…` });
  });

  it("says after how many seconds to ask again", async () => {
    const response = await handled(ASKED, () => {
      throw new Refusal(429, "Too many streams", "No.", undefined, { retryAfterSeconds: 10 });
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "10"]);
  });

  it("that refuses for a limit is a line of the log: the first at once, then one a minute with their number", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const written: unknown[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((line) => written.push(JSON.parse(String(line))) > 0);
    const refuse = (title: string, status: 429 | 503, isLimit?: boolean) =>
      refusal(() => {
        throw new Refusal(status, title, "STOLOS_MAX_STREAMS", undefined, isLimit === undefined ? {} : { isLimit });
      });
    for (let at = 0; at < 3; at++) await refuse("Too many of a test", 429);
    await refuse("Too many viewers", 503, true);
    await refuse("Could not be checked", 503);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    vi.restoreAllMocks();
    const line = { level: "warn", message: "a limit was reached", detail: "STOLOS_MAX_STREAMS", request: "a-request" };
    expect(written).toEqual([
      expect.objectContaining({ ...line, limit: "Too many of a test", status: 429 }),
      expect.objectContaining({ ...line, limit: "Too many viewers", status: 503 }),
      expect.objectContaining({ ...line, limit: "Too many of a test", count: 2 }),
    ]);
  });

  it("says nothing of what went wrong inside; the log has all of it under the id in the answer", async () => {
    const lines = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const { status, body } = await refusal(() => {
      throw new Error("token abc is wrong");
    });
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("abc");
    expect(body).toMatchObject({ requestId: "a-request", detail: expect.stringContaining("a-request") });
    const logged = [...lines.mock.calls, ...out.mock.calls].join();
    vi.restoreAllMocks();
    expect(JSON.parse(logged)).toMatchObject({ message: "a request failed", request: "a-request", detail: "token abc is wrong" });
  });
});

describe("a body", () => {
  it("is read by its schema", async () => {
    expect(await readBody(post('{"views":[{"id":1}]}'), Body)).toEqual({ views: [{ id: 1 }] });
  });

  it.each([
    ["no JSON by its text", post("{"), 400, undefined],
    ["of another shape", post('{"views":[{"id":"x"}]}'), 400, "views.0.id"],
    ["too large", post(`{"a":"${"x".repeat(70_000)}"}`), 413, undefined],
  ])("is refused when it is %s", async (_claim, request, status, field) => {
    const { body } = await refusal(() => readBody(request, Body));
    expect(body).toMatchObject({ status, ...(field === undefined ? {} : { field }) });
  });

  it("that ends before it is whole is refused, and nothing is logged as a fault", async () => {
    const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const cut = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("aborted")) });
    const request = new Request(URL_OF_OURS, { method: "POST", body: cut, duplex: "half", headers: { "content-type": "application/json" } } as RequestInit);
    expect((await refusal(() => readBody(request, Body))).status).toBe(400);
    const lines = logged.mock.calls.length;
    vi.restoreAllMocks();
    expect(lines).toBe(0);
  });

  it("is not read to its end when it is too large", async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        if (pulled > 1_000) controller.close();
        else controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    const request = new Request(URL_OF_OURS, { method: "POST", body: endless, duplex: "half", headers: { "content-type": "application/json" } } as RequestInit);
    expect((await refusal(() => readBody(request, Body))).status).toBe(413);
    expect(pulled).toBeLessThan(20);
  });
});

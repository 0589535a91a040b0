import { afterEach, expect } from "vitest";

/** What was asked for, since the last test ended, that no test answers. */
const asked: string[] = [];

/** Takes the place of the document's own: that one would really send the request, to whatever listens there. */
function refuse(input: RequestInfo | URL, { method = "GET" }: RequestInit = {}): Promise<never> {
  const [how, address] = input instanceof Request ? [input.method, input.url] : [method, String(input)];
  asked.push(`${how} ${address}`);
  return Promise.reject(new TypeError(`Nothing may be fetched in a unit test: replace fetch by vi.stubGlobal. Asked for was ${how} ${address}`));
}

globalThis.fetch = refuse;

/** A component may take the refusal for an answer like any other: the test fails all the same. */
afterEach(() => {
  expect(asked.splice(0), "nothing was fetched that the test does not answer: replace fetch by vi.stubGlobal").toEqual([]);
});

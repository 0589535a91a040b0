import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CLIENT_HEADER } from "@/lib/server/http/inbound-headers";
import { Refusal } from "@/lib/server/http/problem";
import { DeniedReads } from "./denied-reads";

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());
const lines = () => written.map((text) => JSON.parse(text));

let now = 0;
const asked = (change: { readonly subject?: string; readonly namespace?: string; readonly name?: string } = {}) => ({
  request: { headers: new Headers({ [CLIENT_HEADER]: "10.0.0.7" }) },
  viewer: { subject: change.subject ?? "jane" },
  runtime: { signIn: { sessionOf: () => "session-1" } },
  params: { cluster: "eu", resource: "workloadentries", namespace: change.namespace ?? "legacy", name: change.name ?? "vm-1" },
});
const refusing = (status: 400 | 403 | 404 | 502, title: string) => () => Promise.reject(new Refusal(status, title, "No."));
const read = (reads: DeniedReads, of = asked(), work: () => Promise<unknown> = refusing(403, "Not allowed")) =>
  reads.audited(of, "get", work).catch((thrown: unknown) => thrown);

it("a read that is denied is a line of the log: who, what, where, from where, and what was answered", async () => {
  const thrown = await read(new DeniedReads(() => now));
  expect(thrown).toBeInstanceOf(Refusal);
  expect(lines()).toMatchObject([
    {
      ...{ message: "audit", command: "read", who: "jane", verb: "get", resource: "workloadentries", cluster: "eu", namespace: "legacy", name: "vm-1" },
      ...{ result: "refused: 403 Not allowed", from: "10.0.0.7", session: "session-1" },
    },
  ]);
});

it("what is answered, cannot be read, or is no name has none", async () => {
  const reads = new DeniedReads(() => now);
  expect(await read(reads, asked(), async () => "yaml")).toBe("yaml");
  await read(reads, asked(), refusing(502, "No answer"));
  await read(reads, asked(), refusing(400, "Not a name"));
  expect(lines()).toEqual([]);
  await read(reads, asked(), refusing(404, "Not there"));
  expect(lines()).toHaveLength(1);
});

it("is told once a minute of each viewer, kind and namespace, and of one viewer no more than twenty times at once", async () => {
  const reads = new DeniedReads(() => now);
  await read(reads);
  await read(reads, asked({ name: "vm-2" }));
  await read(reads, asked({ subject: "bob" }));
  expect(lines().map(({ who }) => who)).toEqual(["jane", "bob"]);
  now += 60_000;
  await read(reads);
  expect(lines()).toHaveLength(3);
  for (let n = 0; n < 50; n++) await read(reads, asked({ namespace: `team-${n}` }));
  expect(lines()).toHaveLength(3 + 19);
});

it("forges no line and holds no token", async () => {
  await read(new DeniedReads(() => now), asked({ subject: "jane\nadmin", name: "Bearer abcdefgh12345678" }));
  expect(written).toHaveLength(1);
  expect(JSON.stringify(lines())).not.toContain("abcdefgh12345678");
  expect(lines()[0].who).not.toContain("\n");
});

import { describe, expect, it } from "vitest";
import { formatNotObservedReason, type NotObservedReason, parseNotObservedReason } from "./not-observed-reason";

const REASONS: readonly NotObservedReason[] = [
  { code: "stopped" },
  { code: "dropped" },
  { code: "missed" },
  { code: "closed" },
  { code: "silent", ms: 30_400 },
  { code: "differs", objects: 2 },
  { code: "rolled-back", version: "7", held: "812" },
  { code: "unauthorized" },
  { code: "no-connection", server: "https://[::1]:6443", error: "ECONNREFUSED" },
  { code: "timed-out", part: "begin", ms: 10_000 },
  { code: "answered", status: 503, text: "etcd is away" },
  { code: "not-installed", group: "networking.istio.io" },
  { code: "cut", text: 'reset "by" peer' },
  { code: "denied", text: "pods is forbidden" },
  { code: "absent", text: "" },
  { code: "went-back", text: "vm-1" },
  { code: "stream-error", text: "etcd is away" },
  { code: "expired", text: "too old resource version" },
  { code: "internal", text: "of undefined" },
  { code: "paused", text: "the disk is full" },
  { code: "other", text: "☃" },
];

describe("the reason for a gap of a kind of objects", () => {
  it.each(REASONS)("the reason for a gap of a kind of objects is equal after it is read again: $code", (reason) => {
    expect(parseNotObservedReason(formatNotObservedReason(reason))).toEqual(reason);
  });

  const unread: readonly [claim: string, stored: string | null][] = [
    ["nothing is stored", null],
    ["the text is not JSON", "silent"],
    ["a later version wrote it", '{"format":2,"code":"stopped"}'],
    ["its code is unknown", '{"format":1,"code":"asleep"}'],
    ["an argument is missing", '{"format":1,"code":"silent"}'],
    ["an argument is of another kind", '{"format":1,"code":"cut","text":7}'],
  ];
  it.each(unread)("the reason for a gap of a kind of objects is null if %s", (_claim, stored) => {
    expect(parseNotObservedReason(stored)).toBeNull();
  });

  it("the reason for a gap of a kind of objects is stored without characters that databases reject, up to a maximum length", () => {
    const kept = parseNotObservedReason(formatNotObservedReason({ code: "other", text: `a\0${"x".repeat(100_000)}` }));
    expect(kept).toMatchObject({ code: "other", text: expect.stringMatching(/^a\uFFFDx{3998}$/) });
  });
});

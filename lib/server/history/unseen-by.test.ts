import { expect, it } from "vitest";
import { unseenBy } from "./unseen-by";

it("records why a source is not seen by its code, or by its kind with the text that came with it", () => {
  const told = { asOf: 1, reason: "in words" };
  expect(unseenBy({ kind: "catching-up", ...told, why: { code: "silent", ms: 30_000 } })).toEqual({ code: "silent", ms: 30_000 });
  expect(unseenBy({ kind: "denied", ...told })).toEqual({ code: "denied", text: "in words" });
  expect(unseenBy({ kind: "absent", ...told })).toEqual({ code: "absent", text: "in words" });
  expect(unseenBy({ kind: "stale", ...told })).toEqual({ code: "other", text: "in words" });
});

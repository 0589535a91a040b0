import { expect, it } from "vitest";
import { originWords } from "./origin-words";

it("says that istiod created an entry only where the owner that istiod sets is there", () => {
  expect(originWords("auto-registered", { kind: "WorkloadGroup" })).toBe("istiod, when the machine connected");
  expect(originWords("auto-registered", null)).toMatch(/^not known: /);
  expect(originWords("auto-registered", { kind: "Fleet" })).toMatch(/^not known: /);
  expect(originWords("hand-written", null)).toBe("somebody, by hand; Istio keeps no connection for it");
});

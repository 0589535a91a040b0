import { describe, expect, it } from "vitest";
import { wayBack } from "./session";

describe("where a sign-in leads back to", () => {
  it.each(["/", "/entries?q=zone%3Aa&at=1", "/c/prod/groups/shop/checkout"])("is %s of this site", (from) => {
    expect(wayBack(from)).toBe(from);
  });

  it.each(["", "//evil.test", "/\\evil.test", "https://evil.test/", "javascript:alert(1)", "/a\nb", "/ a", "/sign-in?from=/sign-in", undefined, ["/a"]])(
    "is the first page and never %j",
    (from) => {
      expect(wayBack(from)).toBe("/");
    },
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedAffixes, splitName } from "./shared-affixes";

describe("what all names of a list share", () => {
  it.each([
    [[], "", ""],
    [["cart-10.0.0.1-aws-frankfurt"], "", ""],
    [["cart-10.0.0.1-aws-frankfurt", "cart-10.0.0.2-aws-frankfurt"], "cart-", "-aws-frankfurt"],
    [["cart-10.0.0.1-aws-frankfurt", "billing-10.0.0.2-aws-frankfurt"], "", "-aws-frankfurt"],
    [["cart-10.0.0.1", "cart-10.0.0.12"], "cart-", ""],
    [["a-b", "a-b-b"], "a-", ""],
    [["same", "same"], "", ""],
  ])("of %j is %j and %j", (names, prefix, suffix) => {
    expect(sharedAffixes(names)).toEqual({ prefix, suffix });
  });

  it("is left out of long names only", () => {
    const names = ["clickhouse-10.20.0.14-aws-frankfurt", "clickhouse-10.20.0.15-aws-frankfurt"];
    expect(names.map((name) => splitName(name, sharedAffixes(names)))).toEqual([
      { before: "clickhouse-", own: "10.20.0.14", after: "-aws-frankfurt" },
      { before: "clickhouse-", own: "10.20.0.15", after: "-aws-frankfurt" },
    ]);
    expect(splitName("cart-10.0.0.1-aws-eu", { prefix: "cart-", suffix: "-aws-eu" }).own).toBe("cart-10.0.0.1-aws-eu");
  });

  it("can be left out without making two names alike", () => {
    const name = fc.array(fc.constantFrom("checkout", "10.0.0.1", "frankfurt", "aws"), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("-"));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2 }), (names) => {
        const long = names.filter((one) => one.length > 28);
        const affixes = sharedAffixes(names);
        expect(new Set(long.map((one) => splitName(one, affixes).own)).size).toBe(long.length);
      }),
    );
  });
});

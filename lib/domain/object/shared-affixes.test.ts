import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharedAffixes, splitSharedAffixes } from "./shared-affixes";

describe("the shared prefix and suffix of names", () => {
  it.each([
    [[], "", ""],
    [["cart-10.0.0.1-aws-frankfurt"], "", ""],
    [["cart-10.0.0.1-aws-frankfurt", "cart-10.0.0.2-aws-frankfurt"], "cart-", "-aws-frankfurt"],
    [["cart-10.0.0.1-aws-frankfurt", "billing-10.0.0.2-aws-frankfurt"], "", "-aws-frankfurt"],
    [["cart-10.0.0.1", "cart-10.0.0.12"], "cart-", ""],
    [["a-b", "a-b-b"], "a-", ""],
    [["same", "same"], "", ""],
  ])("the shared prefix and suffix of names are, for %j, %j and %j", (names, prefix, suffix) => {
    expect(sharedAffixes(names)).toEqual({ prefix, suffix });
  });

  it("the shared prefix and suffix of names are removed only from long names", () => {
    const names = ["clickhouse-10.20.0.14-aws-frankfurt", "clickhouse-10.20.0.15-aws-frankfurt"];
    expect(names.map((name) => splitSharedAffixes(name, sharedAffixes(names)))).toEqual([
      { before: "clickhouse-", own: "10.20.0.14", after: "-aws-frankfurt" },
      { before: "clickhouse-", own: "10.20.0.15", after: "-aws-frankfurt" },
    ]);
    expect(splitSharedAffixes("cart-10.0.0.1-aws-eu", { prefix: "cart-", suffix: "-aws-eu" }).own).toBe("cart-10.0.0.1-aws-eu");
  });

  it("the shared prefix and suffix of names can be removed without two equal results", () => {
    const name = fc.array(fc.constantFrom("checkout", "10.0.0.1", "frankfurt", "aws"), { minLength: 1, maxLength: 6 }).map((parts) => parts.join("-"));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2 }), (names) => {
        const long = names.filter((one) => one.length > 28);
        const affixes = sharedAffixes(names);
        expect(new Set(long.map((one) => splitSharedAffixes(one, affixes).own)).size).toBe(long.length);
      }),
    );
  });
});

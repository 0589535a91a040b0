import { describe, expect, it } from "vitest";
import { emptySelector } from "./empty-selector";

describe("whom a ServiceEntry's selector without labels takes, by istiod's version (facts 4.3)", () => {
  it.each([
    ["1.17.8", "everything"],
    ["1.18.0", "nothing"],
    ["1.29.4", "nothing"],
    ["1.30.0", "everything"],
    ["1.31-main", "everything"],
    ["1.32.0", "nothing"],
  ])("%s: %s", (version, takes) => {
    expect(emptySelector(version)).toEqual({ takes, isKnown: true });
  });

  it.each([null, "", "latest", "2.0.0"])("%s: nothing, and it is not known", (version) => {
    expect(emptySelector(version)).toEqual({ takes: "nothing", isKnown: false });
  });
});

import { describe, expect, it } from "vitest";
import { exampleEntryName, mayLoseFront, spoilsEntryNames } from "./entry-names";

describe("the name of a machine's entry", () => {
  it("is the group, the address and the network that the machine names", () => {
    expect(exampleEntryName("web", "vpc-2")).toBe("web-10.20.1.14-vpc-2");
    expect(exampleEntryName("web", "")).toBe("web-10.20.1.14");
  });

  it("loses its front beyond 253 letters", () => {
    const name = exampleEntryName(`front-${"x".repeat(240)}`, "vpc-2");
    expect(name).toHaveLength(253);
    expect(name).not.toContain("front");
    expect(mayLoseFront("x".repeat(231), "vpc-2")).toBe(false);
    expect(mayLoseFront("x".repeat(232), "vpc-2")).toBe(true);
  });

  it.each([
    ["", false],
    ["vpc-2", false],
    ["net.eu", false],
    ["VPC", true],
    ["my_net", true],
    ["net-", true],
    ["fd00::", true],
  ])("of a machine in network %j cannot be made: %s", (network, spoils) => {
    expect(spoilsEntryNames(network)).toBe(spoils);
  });
});

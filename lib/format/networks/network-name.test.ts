import { expect, it } from "vitest";
import { callersName, networkName } from "./network-name";

it.each([
  ["vpc-1", "vpc-1"],
  ["", "no network"],
])("%j is called %s", (network, name) => {
  expect(networkName(network)).toBe(name);
});

it("of callers it may not be known", () => {
  expect([callersName(null), callersName(""), callersName("vpc-1")]).toEqual(["a network not known", "no network", "vpc-1"]);
});

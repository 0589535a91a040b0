import { expect, it } from "vitest";
import { networkName } from "./network-name";

it.each([
  ["vpc-1", "vpc-1"],
  ["", "no network"],
])("%j is called %s", (network, name) => {
  expect(networkName(network)).toBe(name);
});

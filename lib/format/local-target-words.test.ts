import { expect, it } from "vitest";
import { localTargetWords } from "./local-target-words";

it.each([
  [
    { address: "169.254.169.254", reach: "link-local" },
    /^169\.254\.169\.254 is link-local, where clouds tell a machine its credentials: no object with it is written here\./,
  ],
  [{ address: "unix:///a", reach: "socket" }, /^unix:\/\/\/a is a socket of the caller's own machine: .*can allow it \(STOLOS_LOCAL_ADDRESSES\)\.$/],
] as const)("%j is told with the way out", (target, words) => {
  expect(localTargetWords(target)).toMatch(words);
});

import { describe, expect, it } from "vitest";
import { actingWords, readAsWords, signedInWords } from "./session-words";

describe("who asks, in words", () => {
  it.each([
    [signedInWords({ name: "jane" }), "Signed in as jane."],
    [actingWords({ name: null }), "Nobody signs in here: you see and change what this server's own account may, and so does whoever reaches it."],
    [actingWords({ name: "jane" }), "Signed in as jane. You see and change what the cluster allows you, as far as this server may read it."],
    [readAsWords({ name: null }), "As stored in the API server, read with this server's account."],
    [readAsWords({ name: "jane" }), "As stored in the API server, read with your own account."],
  ])("%s", (said, words) => {
    expect(said).toBe(words);
  });
});

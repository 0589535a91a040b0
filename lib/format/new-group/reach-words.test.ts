import { expect, it } from "vitest";
import { existingHostWords, takesNowWords } from "./reach-words";

it.each([
  [existingHostWords({ hosts: 0 }), "No host takes machines with these labels. Change the labels, or make a host."],
  [
    existingHostWords({ hosts: 1 }),
    "This host sends production traffic to the new machines as soon as they report healthy, or at once where nothing checks them.",
  ],
  [takesNowWords({ taken: 0, answers: 0 }), "It takes nobody yet: the machines come once they register."],
  [takesNowWords({ taken: 4, answers: 3 }), "It takes 4 that are there already, of which 3 answer: callers reach them too."],
])("says who would be called: %s", (said, words) => {
  expect(said).toBe(words);
});

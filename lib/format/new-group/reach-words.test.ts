import { expect, it } from "vitest";
import { existingHostWords, exportHint, otherKindWords, takesNowWords } from "./reach-words";

it.each([
  [exportHint({ to: "own" }, "shop"), "Callers of other namespaces than shop cannot call it: to them the name does not exist."],
  [exportHint({ to: "nobody" }, "shop"), "It is told to nobody (~): no caller can call it."],
  [exportHint({ to: "named", names: [".", "web"] }, "shop"), "Callers of other namespaces than shop, web cannot call it."],
  [exportHint({ to: "named", names: ["web"] }, "shop"), "Callers of other namespaces than web cannot call it."],
  [exportHint({ to: "all" }, "shop"), "No namespace is left out. A caller whose Sidecar does not list the host cannot call it all the same."],
  [
    otherKindWords({ written: "", wanted: "Service" }),
    "The text names no kind, and a Service is made here. Choose the other way above, or write kind: Service.",
  ],
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

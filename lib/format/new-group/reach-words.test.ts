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
  [existingHostWords({ how: "existing", hosts: 0, isComplete: true }), "No host takes machines with these labels. Change the labels, or make a host."],
  [existingHostWords({ how: "none", hosts: 0, isComplete: true }), "No host takes machines with these labels: no caller is sent to them."],
  [
    existingHostWords({ how: "none", hosts: 0, isComplete: false }),
    "As far as is known here, no host takes machines with these labels: no caller is sent to them.",
  ],
  [existingHostWords({ how: "service", hosts: 0, isComplete: true }), "No other host takes machines with these labels."],
  [
    existingHostWords({ how: "existing", hosts: 1, isComplete: true }),
    "This host sends production traffic to the new machines as soon as they report healthy, or at once where nothing checks them.",
  ],
  [
    existingHostWords({ how: "none", hosts: 2, isComplete: false }),
    "No host is made, and yet these hosts send production traffic to the new machines as soon as they report healthy, or at once where nothing checks them.",
  ],
  [
    existingHostWords({ how: "serviceentry", hosts: 1, isComplete: true }),
    "Beside the new host, this host sends production traffic to the new machines as soon as they report healthy, or at once where nothing checks them.",
  ],
  [takesNowWords({ taken: 0, answers: 0 }), "It takes nobody yet."],
  [takesNowWords({ taken: 1, answers: 1 }), "It takes 1 that is there already, of which 1 answers: callers reach them too."],
  [takesNowWords({ taken: 4, answers: 3 }), "It takes 4 that are there already, of which 3 answer: callers reach them too."],
])("says who would be called: %s", (said, words) => {
  expect(said).toBe(words);
});

import { expect, it } from "vitest";
import { probeDelays } from "@/lib/domain/new-group/probe";
import { probeSentence, waitsWords } from "./probe-sentence";

const DIES = "A machine that dies stays listed for up to 50 s, up to 47 min if its istiod dies with it.";

it.each([
  [
    "three failures",
    { failureThreshold: 3 },
    `An application that stops answering is out within 20 to 31 s and back within 11 s. ${DIES} When it starts again it is back within 11 s of its agent's start.`,
  ],
  [
    "the defaults",
    {},
    `An application that stops answering is out within 11 s and back within 11 s. ${DIES} When it starts again it is back within 11 s of its agent's start.`,
  ],
  [
    "slow ones",
    { periodSeconds: 60, failureThreshold: 5 },
    `An application that stops answering is out within 4 min to 5 min and back within 61 s. ${DIES} When it starts again it is back within 61 s of its agent's start.`,
  ],
  [
    "a first delay",
    { initialDelaySeconds: 30 },
    `An application that stops answering is out within 11 s and back within 11 s. ${DIES} When it starts again it is back within 30 to 41 s of its agent's start, which first waits 30 s.`,
  ],
  [
    "two successes, each given five seconds",
    { periodSeconds: 30, timeoutSeconds: 5, successThreshold: 2 },
    `An application that stops answering is out within 35 s and back within 30 to 65 s. ${DIES} When it starts again it is back within 30 to 65 s of its agent's start.`,
  ],
  [
    "none",
    undefined,
    `Nothing checks the application: callers are sent to a machine as soon as it is connected, whether it answers or not. ${DIES} When it starts again it is back as soon as it is connected.`,
  ],
])("says when an application and when a machine is taken out and back: %s", (_claim, probe, sentence) => {
  expect(probeSentence(probeDelays(probe))).toBe(sentence);
});

it("says of a machine whose istiod dies with it that it stays, where connections have no end", () => {
  const times = probeDelays({}, { graceSeconds: 2.5, maxAgeSeconds: null });
  expect(probeSentence(times)).toContain("stays listed for up to 43 s, for good if its istiod dies with it.");
});

it.each([
  [{ graceSeconds: 60, maxAgeSeconds: 600, isKnown: true }, "By this istiod's settings: a grace period of 60 s, and connections of at most 10 min."],
  [{ graceSeconds: 10, maxAgeSeconds: null, isKnown: true }, "By this istiod's settings: a grace period of 10 s, and connections without an end."],
  [
    { graceSeconds: 10, maxAgeSeconds: 1_800, isKnown: false },
    "Assumed, as not all of istiod's settings are known here: a grace period of 10 s, and connections of at most 30 min.",
  ],
])("says what the times rest on: %j", (waits, words) => {
  expect(waitsWords(waits)).toBe(words);
});

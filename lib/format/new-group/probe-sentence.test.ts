import { expect, it } from "vitest";
import { probeTimes } from "@/lib/domain/new-group/probe-times";
import { probeSentence } from "./probe-sentence";

const MACHINE = "A machine that dies stays listed for up to 50 s, up to 47 min if its istiod dies with it.";

it.each([
  ["three failures", { failureThreshold: 3 }, `An application that stops answering is out within 20 to 31 s and back within 10 s. ${MACHINE}`],
  ["the defaults", {}, `An application that stops answering is out within 11 s and back within 10 s. ${MACHINE}`],
  [
    "slow ones",
    { periodSeconds: 60, failureThreshold: 5 },
    `An application that stops answering is out within 4 min to 5 min and back within 60 s. ${MACHINE}`,
  ],
  ["none", undefined, `Nothing checks the application: callers are sent to a machine as soon as it is connected, whether it answers or not. ${MACHINE}`],
])("says when an application and when a machine is taken out and back: %s", (_claim, probe, sentence) => {
  expect(probeSentence(probeTimes(probe))).toBe(sentence);
});

import { expect, it } from "vitest";
import type { FindingEvidence } from "@/lib/domain/findings/rule";
import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { CONTROL_PLANE_TEXTS } from "./control-plane";

it.each<[RuleNameOfCodeDigit<6>, FindingEvidence, string]>([
  [
    "controller-skew",
    { revision: "default", replica: "istiod-a", held: 40, even: 23, replicas: 2 },
    "istiod-a holds 40 machines, where 2 replicas of revision default would hold 23 each.",
  ],
  [
    "namespace-revision-not-running",
    { namespace: "shop", revision: "1-29", running: ["1-31", "default"] },
    "Namespace shop asks for revision 1-29, and istiod runs as 1-31, default.",
  ],
])("%s with evidence %j", (rule, evidence, sentence) => {
  expect(CONTROL_PLANE_TEXTS[rule].found({ objects: [], evidence })).toBe(sentence);
});

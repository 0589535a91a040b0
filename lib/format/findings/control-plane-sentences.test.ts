import { expect, it } from "vitest";
import type { FindingEvidence } from "@/lib/domain/findings/rule";
import { controllerSkew } from "./control-plane/controller-skew";
import { namespaceRevisionNotRunning } from "./control-plane/namespace-revision-not-running";
import type { WordsOfFinding } from "./words-of-finding";

it.each<[WordsOfFinding, FindingEvidence, string]>([
  [
    controllerSkew,
    { revision: "default", replica: "istiod-a", held: 40, even: 23, replicas: 2 },
    "istiod-a holds 40 machines, where 2 replicas of revision default would hold 23 each.",
  ],
  [
    namespaceRevisionNotRunning,
    { namespace: "shop", revision: "1-29", running: ["1-31", "default"] },
    "Namespace shop asks for revision 1-29, and istiod runs as 1-31, default.",
  ],
])("$title: $2", (words, evidence, sentence) => {
  expect(words.found({ objects: [], evidence })).toBe(sentence);
});

import { hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const emptySelector: WordsOfFinding = {
  title: "A selector without labels",
  found: (facts) => {
    const takes = { everything: "takes everybody in its namespace", nothing: "takes nobody" }[evidenceText(facts, "takes")];
    return `The selector of ${hostPhrase(facts)} has no labels: ${takes === undefined ? "whether istiod takes everybody or nobody by it depends on its version, which is not known" : `istiod ${evidenceText(facts, "version")} ${takes}`}.`;
  },
  why: "What it means has changed between versions of Istio, twice: with the next upgrade the host may take everybody, Pods too, or nobody.",
  whatToDo: "Write the labels that are meant, or leave the selector out.",
  cannotSee: "Patch releases in which the meaning changes: 1.31 counts as taking everybody.",
};

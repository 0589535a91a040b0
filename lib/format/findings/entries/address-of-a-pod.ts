import { listPhrase } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const addressOfAPod: WordsOfFinding = {
  title: "An entry has the address of a Pod",
  found: (facts) => {
    const pods = facts.objects.filter(({ kind }) => kind === "Pod").map(({ namespace, name }) => `${namespace}/${name}`);
    return `${firstName(facts)} has the address ${evidenceText(facts, "address")}, which is that of ${pods.length === 1 ? "Pod" : "Pods"} ${listPhrase(pods)} too.`;
  },
  why: "Callers who mean the machine reach the Pod, or the other way round.",
  whatToDo: "Correct the address, or name the machine's network in spec.network if it is in another one.",
  cannotSee: "Pods are watched only in namespaces where a selector could take a machine. Whether a Pod uses its Node's address is not known.",
};

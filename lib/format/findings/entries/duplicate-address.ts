import { listPhrase, plural } from "@/lib/format/count";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const duplicateAddress: WordsOfFinding = {
  title: "Several entries have one address",
  found: (facts) => {
    const network = evidenceText(facts, "network");
    const names = facts.objects.map(({ name }) => name);
    const who = names.length > 4 ? `${plural(names.length, "entry", "entries")}, ${listPhrase(names.slice(0, 3))} among them` : listPhrase(names);
    return `${evidenceText(facts, "address")} ${network === "" ? "without a network" : `in network ${network}`} is the address of ${who}.`;
  },
  why: "Callers reach whichever machine answers there, under either name, and Istio takes the proxy there for one of them only: its labels and policies are those of that one.",
  whatToDo: "Change one address, or delete the entry of the one that is gone. If one machine is meant by both, keep one entry with all ports.",
  cannotSee: "Host names are not resolved, and the same address in different networks is taken for different machines.",
};

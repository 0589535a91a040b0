import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const entryNameTrouble: WordsOfFinding = {
  title: "Entries of a group would get a name that is cut or refused",
  found: (facts) => {
    const { isRefused } = facts.evidence;
    const network = evidenceText(facts, "network");
    const where = network === "" ? "" : ` in network ${network}`;
    const what = isRefused === true ? "is no name of an object" : `is cut: ${evidenceText(facts, "letters")} letters, of which the last 253 are kept`;
    return `An entry of ${firstName(facts)}${where} would be called ${evidenceText(facts, "name")}, which ${what}.`;
  },
  why: "The API server refuses an entry without a legal name, and the machine with it. A name that is cut loses the front of the group's, so that machines of two groups may get one entry.",
  whatToDo: "Name networks in lower-case letters, digits and dashes, and groups so that name, address and network have 253 letters together.",
  cannotSee: "The address is a guess, as long as IPv4 has them; those of IPv6 are longer, and one that ends in :: is refused without a network.",
};

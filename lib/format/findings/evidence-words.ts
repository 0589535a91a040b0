import { formatCount, listPhrase, plural } from "@/lib/format/count";
import type { FoundFacts } from "./words-of-finding";

/** A number of the evidence; 0 where it is not there. */
export function evidenceCount({ evidence }: Pick<FoundFacts, "evidence">, name: string): number {
  const value = evidence[name];
  return typeof value === "number" ? value : 0;
}

/** A list of the evidence; empty where it is not there. */
export function evidenceList({ evidence }: Pick<FoundFacts, "evidence">, name: string): readonly string[] {
  const value = evidence[name];
  return typeof value === "object" ? value : [];
}

/** The host names of an object: the first, and how many more there are. */
export function hostPhrase(facts: Pick<FoundFacts, "evidence">): string {
  const [first = "this host", ...more] = evidenceList(facts, "hosts");
  return more.length === 0 ? first : `${first} (and ${formatCount(more.length)} more)`;
}

/** Machines and Pods in one phrase: "3 machines and 1 Pod". */
export function takenPhrase(machines: number, pods: number): string {
  return listPhrase([...(machines > 0 ? [plural(machines, "machine")] : []), ...(pods > 0 ? [plural(pods, "Pod")] : [])]);
}

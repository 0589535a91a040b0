import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import type { FoundFacts } from "./rule-texts";

type Evidence = Pick<FoundFacts, "evidence">;

/** A value of the evidence as text, "" when it is missing. */
export function evidenceText({ evidence }: Evidence, name: string): string {
  const value = evidence[name];
  return value === undefined ? "" : typeof value === "object" ? value.join(", ") : String(value);
}

/** A number of the evidence, 0 when it is missing. */
export function evidenceCount({ evidence }: Evidence, name: string): number {
  const value = evidence[name];
  return typeof value === "number" ? value : 0;
}

/** A list of the evidence, empty when it is missing. */
export function evidenceList({ evidence }: Evidence, name: string): readonly string[] {
  const value = evidence[name];
  return typeof value === "object" ? value : [];
}

/** The name of the first object. Most findings are about this object. */
export function firstName({ objects }: Pick<FoundFacts, "objects">): string {
  return objects[0]?.name ?? "";
}

/** The first host name, and the number of the others: "a.test (and 2 more)". */
export function hostPhrase(facts: Evidence): string {
  const [first = "this host", ...more] = evidenceList(facts, "hosts");
  return more.length === 0 ? first : `${first} (and ${formatNumber(more.length)} more)`;
}

/** "3 machines and 1 Pod". */
export function takenPhrase(machines: number, pods: number): string {
  return listOf([...(machines > 0 ? [plural(machines, "machine")] : []), ...(pods > 0 ? [plural(pods, "Pod")] : [])]);
}

/** "vm-1 has metadata.annotations[istio.io/rev], but Istio reads it in metadata.labels." */
export function misplacedSentence(facts: FoundFacts): string {
  const read = evidenceList(facts, "read");
  const parts = evidenceList(facts, "written").map((path, at) => `${path}, but Istio reads it in ${read[at] ?? ""}`);
  return `${firstName(facts)} has ${listOf(parts)}.`;
}

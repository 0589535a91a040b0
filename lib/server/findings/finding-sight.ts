import type { FindingObservation } from "@/lib/domain/history/finding-history";
import type { AnyRule, SubjectFindings, SubjectRef } from "./finding";
import { subjectOfFinding } from "./finding-subject";
import type { ScopedFindings } from "./scoped-findings";

/** What is told of a finding by its name: where its rule is not asked, or cannot tell this time, it is not gone for that. `isOver`: what it was about is no more. */
export function sightOf(findings: ScopedFindings, id: string): { readonly sight: FindingObservation; readonly isOver: boolean } {
  if (findings.store.get(id) !== null) return THERE;
  const named = subjectOfFinding(id, findings.rules);
  const here = named === null ? undefined : findings.clusters.get(named.subject.cluster);
  if (named === null || here === undefined) return UNTOLD;
  const { rule, subject } = named;
  if (here.gates.missing(rule, subject.namespace).length > 0) return UNTOLD;
  const { isThere, found } = answersOf(findings, subject);
  if (!isThere) return OVER;
  if (found === null || found.untold.some((one) => one.rule === rule)) return UNTOLD;
  return GONE;
}

const THERE = { sight: "there", isOver: false } as const;
const GONE = { sight: "gone", isOver: false } as const;
const OVER = { sight: "gone", isOver: true } as const;
const UNTOLD = { sight: "cannot-tell", isOver: false } as const;

/** Is a subject there, and what was said of it? Null = nobody was asked, as where it cannot be read. */
function answersOf(findings: ScopedFindings, subject: SubjectRef): { readonly isThere: boolean; readonly found: SubjectFindings | null } {
  const { fleet } = findings;
  const { kind, cluster, namespace, key } = subject;
  if (kind === "entry") {
    const ref = fleet.byUid(cluster, key);
    if (ref === null) return { isThere: false, found: null };
    return { isThere: true, found: fleet.entry(ref).unreadable === null ? findings.entries.get(ref) : null };
  }
  const number = findings.subjects.find(subject);
  if (number !== null) return { isThere: true, found: findings.others.get(number) };
  const isKept = (kind === "group" && fleet.group(cluster, namespace, key)?.object != null) || (kind === "host" && fleet.hosts.byUid(cluster, key) !== null);
  return { isThere: isKept, found: null };
}

/** Which rules cannot tell, and of which namespaces ("" = of what lies in none), as names. */
export function untoldPlaces(findings: ScopedFindings, cluster: string): ReadonlySet<string> {
  const here = findings.clusters.get(cluster);
  if (here === undefined) return new Set();
  const places = [...here.namespaces, ""];
  return new Set(findings.rules.flatMap((rule) => places.filter((place) => here.gates.missing(rule, place).length > 0).map((place) => placeName(rule, place))));
}

export function placeName({ code }: Pick<AnyRule, "code">, namespace: string): string {
  return `${code}\n${namespace}`;
}

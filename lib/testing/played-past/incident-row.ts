import { currentBadCondition, type Incident, type IncidentMember } from "@/lib/domain/incidents/incident";

/** Returns an incident as one line: its state, its cause with traits, and its members by condition or end, such as "open, trait zone=eu-1a: 4 lost, 1 failed". */
export function incidentRow({ state, cause, members, services, unknownSince }: Incident): string {
  const traits = cause.traits.map(({ trait, value }) => ` ${trait}=${value}`).join("");
  const down = services.map(({ service, backAt }) => `${service.name} ${backAt === null ? "down" : "back"}`);
  const unknown = unknownSince === null ? "" : ", not known";
  return `${state}${unknown}, ${cause.kind}${traits}: ${[...countsOf(members), ...down].join(", ")}`;
}

function countsOf(members: readonly IncidentMember[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const member of members) {
    const what = currentBadCondition(member) ?? member.left?.how ?? member.spans.at(-1)?.condition ?? "";
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([what, count]) => `${count} ${what}`);
}

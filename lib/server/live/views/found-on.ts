import { type MapFindingsHead, type MapFindingsRow, type MapPageName, parseMapFindingsQuery } from "@/lib/contract/views/findings";
import { FINDING_SEVERITIES, type RuleSubjectKind } from "@/lib/domain/findings/rule";
import type { Finding } from "@/lib/server/findings/finding";
import { MAP_RULES } from "@/lib/server/findings/map-rules";
import { standingFindings } from "@/lib/server/findings/standing-findings";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";

/** What a map draws: findings about these stand on it. */
const SUBJECTS: Readonly<Record<MapPageName, readonly RuleSubjectKind[]>> = {
  localities: ["place"],
  networks: ["network", "mesh"],
  "control-plane": ["replica", "mesh"],
};

/** A map marks so many things; the list of findings has all. */
const MOST = 200;

/** What rules found about the places, networks, gateways or replicas that a map draws: counted for each of them. Only the few rules about these are asked. */
export const openFoundOn: OpenView<"found-on"> = ({ fleet, viewer, query, changed, isFirstPaint }) => {
  const map = parseMapFindingsQuery(query);
  if (map === null) throw new UnreadableQuery("Say of which map: map=localities, map=networks or map=control-plane.");
  const standing = standingFindings(fleet, viewer.scope, changed, MAP_RULES);
  return {
    compute: () => {
      const settled = isFirstPaint === true ? standing.isSettled() : standing.caughtUp();
      const rows = new Map<string, MapFindingsRow>();
      for (const rule of MAP_RULES) {
        if (!SUBJECTS[map].includes(rule.subject)) continue;
        for (const finding of standing.findings.store.ofRule(rule)) count(rows, finding);
      }
      const head: MapFindingsHead = { settled };
      return { head, rows: [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MOST) };
    },
    close: () => standing.close(),
  };
};

/** Of an object that a finding names twice it is counted once. */
function count(rows: Map<string, MapFindingsRow>, { rule, subject, detected }: Finding): void {
  const { cluster } = subject;
  const named = new Map(detected.objects.map((object) => [[cluster, rule.subject, object.kind, object.namespace, object.name].join("/"), object]));
  for (const [id, { kind, namespace, name }] of named) {
    const before = rows.get(id);
    const severity = FINDING_SEVERITIES.find((one) => one === before?.severity || one === rule.severity) ?? rule.severity;
    const rules = [...new Set([...(before?.rules ?? []), rule.name])];
    rows.set(id, { id, cluster, subject: rule.subject, kind, namespace, name, count: (before?.count ?? 0) + 1, severity, rules });
  }
}

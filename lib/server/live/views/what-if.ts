import { isInvalidTerm, MACHINE_FILTER } from "@/lib/contract/url/filter-term";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { parseWhatIf, type WhatIfHead, type WhatIfQuery } from "@/lib/contract/views/what-if";
import { misreadWords } from "@/lib/format/filter-words";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { standingWhatIf } from "@/lib/server/lost/standing-what-if";
import { whatIfHead } from "@/lib/server/lost/what-if-head";
import { hostRows } from "@/lib/server/lost/what-if-rows";
import { atTurn } from "./at-turn";

/** What would be left of hosts, or of groups, were a part of the fleet lost. Nothing of it has happened. */
export const openWhatIf: OpenView<"what-if"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const asked = parseWhatIf(query);
  if (asked.parts.length === 0) throw new UnreadableQuery("Say what is lost: lost=zone:REGION/ZONE.");
  const problem = problemOf(asked);
  const { standing, close } = standingWhatIf(fleet, viewer.scope, asked);
  const turn = atTurn(fleet.now, changed);
  const unlisten = standing.listen(changed);
  let last: ViewStateOf<"what-if"> | null = null;
  const made = (): ViewStateOf<"what-if"> => {
    const whatIf = standing.now();
    const ofGroups = asked.of === "groups";
    const total = ofGroups ? whatIf.groups.length : whatIf.hosts.length;
    const head: WhatIfHead = { ...whatIfHead(whatIf, viewer.scope, problem), total, matched: total };
    return { head, rows: ofGroups ? whatIf.groups.slice(offset, offset + limit) : hostRows(whatIf, offset, limit) };
  };
  return {
    compute: () => {
      const waitsUntil = last === null ? null : standing.waitsUntil;
      turn.set(waitsUntil);
      if (waitsUntil === null || last === null) last = sameUnless(last, made());
      return last;
    },
    close: () => {
      turn.close();
      unlisten();
      close();
    },
  };
};

/** Where only the moment of the answer is another one, nothing is said anew: what moved was out of sight. */
function sameUnless(before: ViewStateOf<"what-if"> | null, now: ViewStateOf<"what-if">): ViewStateOf<"what-if"> {
  const told = ({ head, rows }: ViewStateOf<"what-if">) => JSON.stringify([{ ...head, asOf: 0, moments: 0, assumptions: 0 }, rows]);
  return before !== null && told(before) === told(now) ? before : now;
}

/** What of the question could not be read. A filter that is not understood chooses nobody. */
function problemOf({ parts }: WhatIfQuery): string | null {
  for (const part of parts) {
    if (part.kind !== "set") continue;
    const misread = parseMachinesQuery(new URLSearchParams({ q: part.query })).terms.find(isInvalidTerm);
    if (misread !== undefined) return `${misread.word}: ${misreadWords(misread.why, MACHINE_FILTER).says}`;
  }
  return null;
}

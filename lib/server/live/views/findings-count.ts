import type { FindingsCountHead } from "@/lib/contract/findings";
import { RULES } from "@/lib/domain/findings/rules";
import { standingFindings } from "@/lib/server/findings/standing-findings";
import type { OpenView } from "@/lib/server/live/view-source";

/** How many findings there are, for the frame of every page: nobody waits for it. */
export const openFindingsCount: OpenView = ({ fleet, viewer, changed }) => {
  const standing = standingFindings(fleet, viewer.scope, changed);
  return {
    compute: () => {
      const settled = standing.caughtUp(0);
      const { store } = standing.findings;
      const errors = RULES.filter(({ severity }) => severity === "error").reduce((sum, rule) => sum + store.countOf(rule), 0);
      const head: FindingsCountHead = { total: store.size, errors, settled };
      return { head: { ...head }, rows: [] };
    },
    close: () => standing.close(),
  };
};

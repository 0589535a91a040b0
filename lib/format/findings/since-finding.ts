import { FINDING_CHECK_MS, FINDING_SETTLE_MS } from "@/lib/domain/history/finding-history";
import { formatSpan } from "@/lib/format/text/duration";

const PATIENCE = formatSpan(FINDING_SETTLE_MS);

/** Why nobody can say since when a finding is there. */
export const SINCE_NOT_KNOWN = "no record that you may see tells since when it is there";

/** By which rule findings are recorded: stands where their times are shown. */
export const RECORDING_RULE = `Findings are looked at again ${formatSpan(FINDING_CHECK_MS)} after each look, which takes longer in a large fleet, and written down once they held for ${PATIENCE}, or were gone for ${PATIENCE}, each as of when that began. While a rule cannot tell, or nobody looks, nothing appears and nothing is resolved.`;

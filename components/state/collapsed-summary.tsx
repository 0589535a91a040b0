import type { SummaryLine } from "@/lib/format/group-details";
import { toneText } from "./tone";

const TONES = { bad: toneText.bad, warn: toneText.warn, blind: toneText.blind, plain: undefined } as const satisfies Record<
  SummaryLine["tone"],
  string | undefined
>;

/** The summary of a collapsed section. Its first part has the colour of its tone. */
export function CollapsedSummary({ line: { lead, tone, rest } }: { readonly line: SummaryLine }) {
  return (
    <>
      {lead !== "" && <span className={TONES[tone]}>{lead}</span>}
      {lead !== "" && rest !== "" && (tone === "blind" ? " · " : " ")}
      {rest}
    </>
  );
}

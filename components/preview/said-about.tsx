import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Section } from "@/components/ui/section";
import type { PreviewDiagnostic, PreviewHostNameNote } from "@/lib/contract/answers/preview";
import { schemaWords } from "@/lib/format/preview-words";

interface SaidAboutProps {
  readonly notes: readonly PreviewDiagnostic[];
  readonly hostNotes: readonly PreviewHostNameNote[];
  readonly sharedLabels: readonly string[];
  readonly missing: readonly string[];
  /** The way to ask the API server itself, for whoever may. */
  readonly dryRun: ReactNode;
}

const TONES = { bad: "text-bad", warn: "text-warn", info: "text-blind" } as const;

/** What else is to be known of a try: hosts that change hands, groups with the same labels, what is not visible, and what schema and webhook think of it. */
export function SaidAbout({ notes, hostNotes, sharedLabels, missing, dryRun }: SaidAboutProps) {
  const refused = notes.filter(({ level }) => level === "refuses").length;
  const warned = notes.filter(({ level }) => level === "warns").length;
  return (
    <Section name="remarks" title="Said about it">
      <ul>
        {hostNotes.map(({ tone, text }) => (
          <Said key={text} about="host" mark={tone === "info" ? "?" : "!"} tone={TONES[tone]}>
            {text}
          </Said>
        ))}
        {sharedLabels.map((text) => (
          <Said key={text} about="shared-labels" mark="!" tone={TONES.warn}>
            {text}
          </Said>
        ))}
        {missing.map((text) => (
          <Said key={text} about="missing" mark="?" tone="text-blind">
            {text}
          </Said>
        ))}
        <Said about="schema" mark={refused > 0 ? "!" : "✓"} tone={refused > 0 ? "text-bad" : "text-good"}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span>{schemaWords({ refused, warned })}</span>
            {dryRun}
          </span>
        </Said>
      </ul>
    </Section>
  );
}

interface SaidProps {
  readonly about: "host" | "shared-labels" | "missing" | "schema";
  readonly mark: string;
  readonly tone: string;
  readonly children: ReactNode;
}

function Said({ about, mark, tone, children }: SaidProps) {
  return (
    <li data-remark={about} className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-3.5 border-b border-line py-2">
      <span aria-hidden="true" className={clsx("text-center font-semibold", tone)}>
        {mark}
      </span>
      <div className="min-w-0 max-w-[62em] break-words">{children}</div>
    </li>
  );
}

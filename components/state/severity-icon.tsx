import type { ReactNode } from "react";
import { toneText } from "@/components/state/tone";
import { IconFrame } from "@/components/ui/icon-frame";
import type { FindingSeverity } from "@/lib/domain/findings/rule";
import { SEVERITY_WORDS } from "@/lib/format/findings/severity-words";

/** The icon of a finding's severity, with its name for screen readers. Each severity has its own shape. */
export function SeverityIcon({ severity }: { readonly severity: FindingSeverity }) {
  const { word, tone, means } = SEVERITY_WORDS[severity];
  return (
    <span title={`${word}: ${means}`} className={`inline-flex ${toneText[tone]}`}>
      <IconFrame>{DRAWINGS[severity]}</IconFrame>
      <span className="sr-only">{word}</span>
    </span>
  );
}

const DRAWINGS: Record<FindingSeverity, ReactNode> = {
  error: (
    <>
      <path d="M4 .5h5L12.5 4v5L9 12.5H4L.5 9V4z" fill="currentColor" stroke="none" />
      <path d="M4.4 4.4l4.2 4.2m0-4.2L4.4 8.6" className="stroke-paper" />
    </>
  ),
  warning: <path d="M6.5 1.2l5.6 10.3H.9zM6.5 4.8v3.4M6.5 9.4v1" />,
  note: (
    <>
      <circle cx="6.5" cy="6.5" r="5.3" />
      <path d="M6.5 5.9v3.4M6.5 3.6v1" />
    </>
  ),
};

/** The icon of an unknown result of a rule. */
export function UnknownIcon() {
  return (
    <span className="inline-flex text-blind">
      <IconFrame>
        <path d="M6.5.8l5 2.9v5.6l-5 2.9-5-2.9V3.7z" />
        <path d="M4.9 5.2a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7 1M6.5 9.2v.9" strokeWidth="1.3" />
      </IconFrame>
      <span className="sr-only">Cannot tell</span>
    </span>
  );
}

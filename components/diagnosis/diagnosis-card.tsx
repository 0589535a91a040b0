"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { IconFrame } from "@/components/ui/icon-frame";
import { useCopy } from "@/components/ui/use-copy";
import { usePast } from "@/lib/client/past";

/** A part of the card: its answer in one sentence, and the details below it. */
export interface DiagnosisPart {
  readonly answer: ReactNode;
  readonly children?: ReactNode;
}

interface DiagnosisCardProps {
  /** The colour of the left edge. Violet on a stale page, but not on a past one. */
  readonly tone: "bad" | "blind" | "warn";
  readonly why: DiagnosisPart;
  readonly todo: DiagnosisPart;
  readonly istiod: DiagnosisPart;
}

const EDGES = { bad: "border-l-bad-cell", blind: "border-l-blind-cell", warn: "border-l-warn-cell" } as const satisfies Record<
  DiagnosisCardProps["tone"],
  string
>;

/** The card of a group or machine in trouble with three parts: cause, next steps, and whether istiod is the cause. */
export function DiagnosisCard({ tone, why, todo, istiod }: DiagnosisCardProps) {
  const isPast = usePast() !== null;
  return (
    <div
      data-diagnosis={tone}
      className={clsx(
        "mt-[18px] grid grid-cols-1 rounded-float border border-l-3 border-line-2 bg-raised",
        "min-[1000px]:grid-cols-[minmax(0,29fr)_minmax(0,42fr)_minmax(0,29fr)]",
        !isPast && "stale:border-l-blind-cell",
        EDGES[tone],
      )}
    >
      <Part name="why" title="Why" {...why} />
      <Part name="next" id="next" title="What to do" {...todo} />
      <Part name="replicas" id="control-plane" title="Is it istiod?" {...istiod} />
    </div>
  );
}

interface PartProps extends DiagnosisPart {
  readonly name: string;
  readonly title: string;
  /** The HTML id of the part, to which links lead. A public name. */
  readonly id?: string;
}

function Part({ name, title, id: anchor, answer, children }: PartProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      data-section={name}
      aria-labelledby={id}
      className="min-w-0 scroll-mt-14 border-line px-[18px] pt-[13px] pb-[15px] not-first:border-t min-[1000px]:not-first:border-t-0 min-[1000px]:not-first:border-l max-desk:px-3.5"
    >
      <h2 id={id} className="text-s font-medium text-ink-3">
        {title}
      </h2>
      <p data-answer="" className="mt-1 text-l leading-snug font-medium text-pretty wrap-anywhere">
        {answer}
      </p>
      {children}
    </section>
  );
}

/** A step with a read-only command that needs no editing. */
export interface DiagnosisStep {
  readonly text: ReactNode;
  readonly command?: string | undefined;
  readonly tone?: "warn" | undefined;
}

/** Adds the step's number, which is also its React key. */
function numbered(steps: readonly DiagnosisStep[]): readonly (readonly [number, DiagnosisStep])[] {
  return steps.map((step, index) => [index + 1, step]);
}

/** Numbered steps, each with its command to copy. */
export function DiagnosisStepList({ steps }: { readonly steps: readonly DiagnosisStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className="mt-2 grid gap-[9px] tabular-nums">
      {numbered(steps).map(([number, step]) => (
        <StepLine key={number} number={number} {...step} />
      ))}
    </ol>
  );
}

function StepLine({ number, text, command, tone }: DiagnosisStep & { readonly number: number }) {
  const id = useId();
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)]">
      <span aria-hidden="true" className="text-ink-3">
        {number}
      </span>
      <div className="min-w-0">
        <p id={id} className={clsx("wrap-anywhere", tone === "warn" && "text-warn")}>
          {text}
        </p>
        {command !== undefined && <CommandBox command={command} labelledBy={id} />}
      </div>
    </li>
  );
}

function CommandBox({ command, labelledBy }: { readonly command: string; readonly labelledBy: string }) {
  const { outcome, copy } = useCopy();
  const id = useId();
  return (
    <div className="mt-1 flex items-start gap-2 rounded-control border border-line bg-sunken pl-2.5">
      <code className="min-w-0 flex-1 py-[5px] text-s break-words whitespace-pre-wrap">{command}</code>
      <Button id={id} look="quiet" aria-labelledby={`${id} ${labelledBy}`} onClick={() => copy(command)} className="px-2">
        {outcome === "copied" ? "Copied" : "Copy"}
      </Button>
      <span role="status" className={outcome === "the browser refused" ? "py-[5px] pr-2 text-s text-bad" : "sr-only"}>
        {outcome}
      </span>
    </div>
  );
}

/**
 * A comparison about istiod. `speaks`: "against" = evidence that istiod works, "for" = evidence that it is the cause, "none" = neutral, "unknown" =
 * data or a permission is missing. `data`: `data-*` attributes for tests.
 */
export interface ComparisonItem {
  readonly text: string;
  readonly speaks: "against" | "for" | "none" | "unknown";
  readonly data?: Readonly<Record<`data-${string}`, string>>;
}

/** The list of comparisons that support the answer about istiod. */
export function ComparisonList({ checks }: { readonly checks: readonly ComparisonItem[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1.5">
      {checks.map(({ text, speaks, data }) => (
        <li key={text} data-speaks={speaks} {...data} className="grid grid-cols-[13px_minmax(0,1fr)] gap-x-2">
          <CheckIcon speaks={speaks} />
          <span className={clsx("min-w-0 wrap-anywhere", speaks === "unknown" ? "text-blind" : "text-ink-2")}>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Each direction has its own icon shape, so that it is recognizable without colour. */
function CheckIcon({ speaks }: Pick<ComparisonItem, "speaks">) {
  const look = CHECK_LOOKS[speaks];
  return (
    <span className={clsx("mt-[3px]", look.className)}>
      <IconFrame>{look.drawing}</IconFrame>
      <span className="sr-only">{look.label} </span>
    </span>
  );
}

const CHECK_LOOKS: Readonly<Record<ComparisonItem["speaks"], { readonly label: string; readonly className: string; readonly drawing: ReactNode }>> = {
  against: {
    label: "Against istiod as the cause:",
    // Neither green nor a check mark: the sentence may be about machines in trouble.
    className: "text-ink-3",
    drawing: (
      <>
        <circle cx="6.5" cy="6.5" r="6" fill="currentColor" stroke="none" />
        <path d="M3.8 6.5h5.4" className="stroke-paper" />
      </>
    ),
  },
  for: {
    label: "For istiod as the cause:",
    className: "text-bad",
    drawing: (
      <>
        <path d="M4 .5h5L12.5 4v5L9 12.5H4L.5 9V4z" fill="currentColor" stroke="none" />
        <path d="M4.4 4.4l4.2 4.2m0-4.2L4.4 8.6" className="stroke-paper" />
      </>
    ),
  },
  none: { label: "Not comparable:", className: "text-ink-3", drawing: <circle cx="6.5" cy="6.5" r="5.3" /> },
  unknown: {
    label: "Not known:",
    className: "text-blind",
    drawing: (
      <>
        <path d="M6.5.8l5 2.9v5.6l-5 2.9-5-2.9V3.7z" />
        <path d="M4.9 5.2a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7 1M6.5 9.2v.9" strokeWidth="1.3" />
      </>
    ),
  },
};

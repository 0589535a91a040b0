import { clsx } from "clsx";
import type { ReactNode } from "react";
import { IconFrame } from "@/components/ui/icon-frame";
import { Link } from "@/lib/client/page-link";
import { formatGroupDraftAddress, type GroupDraftAddress, type GroupDraftStep, NEW_GROUP_STEPS, type NewGroupStep } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { STEP_WORDS } from "@/lib/format/new-group/step-words";

/** What the steps are about: a draft, or the group that came of it. */
type StepsOf = { readonly draft: GroupDraftAddress } | { readonly group: { readonly cluster: string; readonly namespace: string; readonly name: string } };

interface StepBarProps {
  readonly current: NewGroupStep;
  readonly of: StepsOf;
  /** Steps that are done, beside those that the group's being there proves. */
  readonly done?: readonly NewGroupStep[];
  /** What stands at the right end. */
  readonly children?: ReactNode;
}

/** Where one is on the way from nothing to a machine that serves. Steps of a draft can be gone to in any order; the last two need the group. */
export function StepBar({ current, of, done = [], children }: StepBarProps) {
  const isDone = (step: NewGroupStep) => done.includes(step) || ("group" in of && isDraftStep(step));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line-2">
      <nav aria-label="Steps" className="min-w-0">
        <ol className="flex flex-wrap gap-x-[26px]">
          {NEW_GROUP_STEPS.map((step, at) => (
            <li key={step} data-step={step}>
              <Step step={step} number={at + 1} href={hrefOf(step, of)} isCurrent={step === current} isDone={isDone(step) && step !== current} />
            </li>
          ))}
        </ol>
      </nav>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2 py-1 text-s text-ink-3">{children}</div>}
    </div>
  );
}

interface StepProps {
  readonly step: NewGroupStep;
  readonly number: number;
  readonly href: string | null;
  readonly isCurrent: boolean;
  readonly isDone: boolean;
}

function Step({ step, number, href, isCurrent, isDone }: StepProps) {
  const look = clsx(
    "-mb-px inline-flex h-10 items-center gap-1.5 border-b-2 text-s hover:no-underline max-desk:h-11",
    isCurrent ? "border-ink font-semibold text-ink" : "border-transparent text-ink-2",
    href !== null && "hover:text-ink",
    href === null && !isCurrent && !isDone && "text-ink-3",
  );
  const text = (
    <>
      {isDone ? <DoneMark /> : <span aria-hidden="true">{number}</span>}
      {STEP_WORDS[step]}
      {isDone && <span className="sr-only">, done</span>}
    </>
  );
  if (isCurrent) {
    return (
      <span aria-current="step" className={look}>
        {text}
      </span>
    );
  }
  if (href === null) return <span className={look}>{text}</span>;
  return (
    <Link prefetch={false} href={href} className={look}>
      {text}
    </Link>
  );
}

function DoneMark() {
  return (
    <IconFrame className="text-good">
      <circle cx="6.5" cy="6.5" r="6" fill="currentColor" stroke="none" />
      <path d="M3.6 6.7l2 2 3.8-4.2" className="stroke-paper" />
    </IconFrame>
  );
}

function isDraftStep(step: NewGroupStep): step is GroupDraftStep {
  return step !== "bundle" && step !== "arrive";
}

/** Null where there is nothing to go to: what follows the group before it is there, and a draft that became one. */
function hrefOf(step: NewGroupStep, of: StepsOf): string | null {
  if ("draft" in of) return isDraftStep(step) ? pagePaths.newGroup(step, formatGroupDraftAddress(of.draft)) : null;
  const { cluster, namespace, name } = of.group;
  return isDraftStep(step) ? null : pagePaths[step](cluster, namespace, name);
}

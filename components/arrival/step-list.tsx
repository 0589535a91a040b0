import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Moment } from "@/components/table/times";
import { IconFrame } from "@/components/ui/icon-frame";
import type { ArrivalStepState, ArrivalStepStatus } from "@/lib/domain/new-group/arrival";
import { STEP_NAMES, STEP_STATES } from "@/lib/format/arrival-words";

interface StepListProps {
  readonly steps: readonly ArrivalStepStatus[];
  /** The step that everything waits for. */
  readonly waits: ArrivalStepStatus | null;
  /** What is known of a step, and what is said below the one that everything waits for. */
  readonly factOf: (step: ArrivalStepStatus) => ReactNode;
  readonly below: ReactNode;
  /** False = what is shown is as it was last seen: nothing is green then. */
  readonly isLive: boolean;
}

/** The steps of a machine into its hosts, each with its evidence and its time. */
export function StepList({ steps, waits, factOf, below, isLive }: StepListProps) {
  return (
    <ol className="mt-5">
      {steps.map((step) => {
        const isNow = step.step === waits?.step;
        return (
          <li
            key={step.step}
            data-step={step.step}
            data-state={step.state}
            className={clsx("border-b border-line", isNow && "-mx-1.5 bg-accent-soft px-1.5")}
            aria-current={isNow ? "step" : undefined}
          >
            <div className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-2.5 desk:grid-cols-[18px_180px_minmax(0,1fr)_auto]">
              <Mark state={step.state} isLive={isLive} />
              <span className={clsx("font-medium", step.state === "later" && "text-ink-3")}>
                {STEP_NAMES[step.step]}
                <span className="sr-only">: {STEP_STATES[step.state]}</span>
              </span>
              <span className="col-span-3 col-start-2 min-w-0 wrap-anywhere text-ink-2 desk:col-span-1 desk:col-start-auto">{factOf(step)}</span>
              <span className="row-start-1 font-mono text-s text-ink-3 max-desk:col-start-3 desk:row-start-auto">
                {step.at !== null && <Moment at={step.at} />}
              </span>
            </div>
            {isNow && <div className="pb-2.5 pl-[30px]">{below}</div>}
          </li>
        );
      })}
    </ol>
  );
}

const TONES = { done: "text-good", waiting: "text-accent", wrong: "text-bad", later: "text-ink-3", unknown: "text-blind" } as const satisfies Record<
  ArrivalStepState,
  string
>;

function Mark({ state, isLive }: { readonly state: ArrivalStepState; readonly isLive: boolean }) {
  return (
    <IconFrame className={isLive ? TONES[state] : "text-ink-3"}>
      {state === "done" ? (
        <circle cx="6.5" cy="6.5" r="6" fill="currentColor" stroke="none" />
      ) : (
        <circle cx="6.5" cy="6.5" r="5.3" strokeDasharray={state === "unknown" ? "2.4 1.7" : undefined} />
      )}
      {state === "done" && <path d="M3.6 6.7l2 2 3.8-4.2" className="stroke-paper" />}
      {state === "waiting" && <path d="M3.9 6.5h.1M6.5 6.5h.1M9 6.5h.1" strokeWidth="1.8" strokeLinecap="round" />}
      {state === "wrong" && <path d="M4.4 4.4l4.2 4.2m0-4.2L4.4 8.6" />}
    </IconFrame>
  );
}

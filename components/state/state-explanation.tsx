"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { State } from "@/lib/domain/verdict/verdict";
import { stateExplanation } from "@/lib/format/state-explanations";
import { StateBadge } from "./state-badge";

interface StateExplanationProps {
  readonly state: State;
  readonly vouched?: boolean;
  /** The code of the reason why a Healthy entry is not verified. */
  readonly why?: string;
  readonly cluster?: string;
  /** Shell commands that show the evidence for this object. */
  readonly commands?: readonly string[];
}

/** The "?" button next to a state: its meaning and causes, what Istio does next, what the user can do, and a command to copy. */
export function StateExplanation({ state, vouched = true, why = "", cluster, commands = [] }: StateExplanationProps) {
  const { word, meaning, cause, next, todo } = stateExplanation(state, vouched, why);
  return (
    <Popover>
      <PopoverTrigger
        aria-label={`What does ${word} mean?`}
        data-explains={state}
        className="inline-grid size-6 shrink-0 place-items-center rounded-control align-middle text-s text-ink-3 hover:bg-hover hover:text-ink max-desk:size-11"
      >
        ?
      </PopoverTrigger>
      <PopoverContent aria-label={word} data-explanation={state}>
        <StateBadge state={state} vouched={vouched} why={why} {...(cluster === undefined ? {} : { cluster })} />
        <p className="mt-2" data-part="meaning">
          {meaning}
        </p>
        <dl className="mt-2.5 grid gap-2.5">
          <Part part="cause" name="Cause" text={cause} />
          <Part part="next" name="What Istio does next" text={next} />
          <Part part="todo" name="What to do" text={todo} />
        </dl>
        {commands.map((command) => (
          <div key={command} className="mt-2.5 flex items-start gap-1 rounded-small bg-sunken py-1 pr-1 pl-2">
            <code className="min-w-0 grow self-center text-s break-all">{command}</code>
            <CopyButton text={command} label="Copy command" />
          </div>
        ))}
      </PopoverContent>
    </Popover>
  );
}

function Part({ part, name, text }: { readonly part: "cause" | "next" | "todo"; readonly name: string; readonly text: string }) {
  return (
    <div data-part={part}>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="text-ink-2">{text}</dd>
    </div>
  );
}

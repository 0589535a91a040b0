"use client";

import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ServiceAfterLossRow } from "@/lib/contract/views/what-if";
import { shortHost } from "@/lib/format/host-words";

const TONES = {
  nobody: "text-bad font-medium",
  panics: "text-bad font-medium",
  "not-yet": "text-bad font-medium",
  partly: "text-warn font-medium",
  unknown: "text-blind",
  ejected: "text-ink",
  moved: "text-ink",
  untouched: "text-ink-3",
} as const satisfies Record<ServiceAfterLossRow["move"]["kind"], string>;

/** Whether the requests would move, and the evidence: what decides stands first, all of it opens. */
export function MoveCell({ row: { host, move } }: { readonly row: Pick<ServiceAfterLossRow, "host" | "move"> }) {
  if (move.kind === "untouched") return <Line move={move} />;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <button type="button" title={move.because.join(" ")} className="block w-full min-w-0 cursor-pointer text-start hover:text-accent">
          <Line move={move} />
        </button>
      </PopoverTrigger>
      <PopoverContent data-host={host} aria-label={`Would the traffic of ${shortHost(host)} move?`}>
        <ul className="max-w-105 text-m text-ink-2">
          {move.because.map((sentence) => (
            <li key={sentence} className="mt-1 first:mt-0">
              {sentence}
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

function Line({ move }: Pick<ServiceAfterLossRow, "move">) {
  return (
    <span data-move={move.kind} className="flex min-w-0 items-baseline gap-3">
      <span className={`min-w-10 shrink-0 ${TONES[move.kind]}`}>{move.says}</span>
      <span className="truncate text-ink-2">{move.because[0]}</span>
    </span>
  );
}

"use client";

import { useState } from "react";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { usePast } from "@/lib/client/past";
import type { FindingRow } from "@/lib/contract/views/findings";
import { ruleMuteKey } from "@/lib/domain/findings/mute";
import { MuteForm } from "./mute-form";
import { useMutableObject } from "./mute-offers";
import { MUTE_CONTROL } from "./use-other-control";

interface MuteFindingProps {
  /** The finding; null = all of the rule. */
  readonly row: FindingRow | null;
  readonly rule: string;
  /** Told once it is muted, or is going to be. */
  readonly onPressed?: () => void;
}

/** Puts a finding aside for a while, with a reason: for this viewer in this browser, or for everybody at the object that it is about. */
export function MuteFinding({ row, rule, onPressed }: MuteFindingProps) {
  const [open, setOpen] = useState(false);
  const object = useMutableObject(row);
  // What was so is over: there is nothing to put aside.
  if (usePast() !== null) return null;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        {...MUTE_CONTROL}
        className="rounded-control px-1.5 py-0.5 text-s text-ink-3 underline decoration-line-2 underline-offset-3 hover:text-ink max-desk:min-h-11"
      >
        mute{row === null && " all"}
        <span className="sr-only"> {row === null ? "findings of this rule" : "this finding"}</span>
      </PopoverTrigger>
      <PopoverContent aria-label={row === null ? "Mute this rule" : "Mute this finding"}>
        <MuteForm what={row?.id ?? ruleMuteKey(rule)} code={row?.code ?? ""} object={object} onMuted={onPressed} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

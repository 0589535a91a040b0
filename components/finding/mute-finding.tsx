"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { usePast } from "@/lib/client/past";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import { ruleMuteKey } from "@/lib/domain/findings/mute";
import { MUTE_SPANS } from "@/lib/format/findings/mute-words";

interface MuteFindingProps {
  /** The id of the finding; null = all of the rule. */
  readonly what: string | null;
  readonly rule: string;
}

/** Puts a finding aside for a while, with a reason: for this viewer in this browser. */
export function MuteFinding({ what, rule }: MuteFindingProps) {
  const [open, setOpen] = useState(false);
  // What was so is over: there is nothing to put aside.
  if (usePast() !== null) return null;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className="rounded-control px-1.5 py-0.5 text-s text-ink-3 underline decoration-line-2 underline-offset-3 hover:text-ink max-desk:min-h-11">
        mute{what === null && " all"}
        <span className="sr-only"> {what === null ? "findings of this rule" : "this finding"}</span>
      </PopoverTrigger>
      <PopoverContent aria-label={what === null ? "Mute this rule" : "Mute this finding"}>
        <MuteForm what={what ?? ruleMuteKey(rule)} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

const FIELD = "rounded-control border border-line-2 bg-paper px-2 text-m text-ink max-desk:h-11";

function MuteForm({ what, onDone }: { readonly what: string; readonly onDone: () => void }) {
  const { mute } = useMutes();
  const now = useMuteNow();
  const [reason, setReason] = useState("");
  const [span, setSpan] = useState(MUTE_SPANS[1].ms);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return setMissing(true);
    mute({ what, reason: reason.trim().slice(0, 200), until: now + span });
    onDone();
  };
  return (
    <form onSubmit={submit} className="grid gap-2.5">
      <label className="grid gap-1 text-s text-ink-2">
        Why
        <input
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
          maxLength={200}
          aria-invalid={isMissing}
          aria-describedby={id}
          className={`h-8 ${FIELD}`}
        />
      </label>
      <label className="grid gap-1 text-s text-ink-2">
        For how long
        <select value={span} onChange={(event) => setSpan(Number(event.target.value))} className={`h-8 ${FIELD}`}>
          {MUTE_SPANS.map(({ word, ms }) => (
            <option key={word} value={ms}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <p id={id} className={`max-w-64 text-s ${isMissing ? "text-bad" : "text-ink-3"}`} role={isMissing ? "alert" : undefined}>
        {isMissing ? "Write why: whoever comes back to it will ask." : "For you, in this browser. It still counts, and stands at the end of its rule."}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary">
          Mute
        </Button>
      </div>
    </form>
  );
}

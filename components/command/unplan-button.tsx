"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { sendCommand } from "@/lib/client/send-command";
import { useAnswer } from "@/lib/client/use-answer";
import { useSentCommand } from "@/lib/client/use-sent-command";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { type PlannedLeave, removePlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import { mayNotChangeWords } from "@/lib/format/command-words";
import type { ShownObject } from "./delete-object";

interface UnplanButtonProps {
  readonly group: ShownObject;
  readonly planned: readonly PlannedLeave[];
  readonly entry: string;
}

/** Takes the mark of one machine away: it counts as expected again. */
export function UnplanButton({ group, planned, entry }: UnplanButtonProps) {
  const [open, setOpen] = useState(false);
  const { send, isSending, isAccepted, problem } = useSentCommand();
  const may = useAnswer(open ? apiPaths.command("plan-leaves", group) : null, CommandPermission);
  const takeAway = () => {
    const leaves = removePlannedLeaves(planned, new Set([entry])).map((leave) => ({ ...leave }));
    const { resourceVersion, uid } = group;
    return send(() => sendCommand({ name: "plan-leaves", address: group, resourceVersion, input: { uid, leaves } }));
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger aria-label={`Take the mark of ${entry} away`} className="rounded-control px-1.5 py-0.5 text-s text-ink-2 underline max-desk:min-h-11">
        take the mark away
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Take the mark away">
        {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
        {may.kind === "here" && !may.value.may && <p className="text-ink-2">{mayNotChangeWords(may.value)}</p>}
        {may.kind === "here" && may.value.may && (
          <div className="grid gap-2 text-s">
            <p className="text-ink-2">It then counts as expected again, and is missed where it left.</p>
            {!isAccepted && (
              <Button onClick={() => void takeAway()} aria-disabled={isSending}>
                Take it away
              </Button>
            )}
            <span role="status" className={problem === "" ? "text-ink-2" : "text-bad"}>
              {isAccepted ? "Accepted; the page follows the cluster." : problem}
            </span>
          </div>
        )}
      </PopoverContent>
    </Popover>
  );
}

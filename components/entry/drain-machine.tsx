"use client";

import { useState } from "react";
import { OnceAllowed } from "@/components/table/once-allowed";
import { buttonClass } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { usePast } from "@/lib/client/past";
import { useAnswer } from "@/lib/client/use-answer";
import { useHash } from "@/lib/client/use-hash";
import { CommandPermission, type ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import { drainedBySpecWords } from "@/lib/format/write-words";
import { type DrainCommand, DrainForm } from "./drain-form";
import type { SeenEntry } from "./use-last-seen";

const WORDS = { "drain-workloadentry": "Drain", "undrain-workloadentry": "Undrain" } as const satisfies Record<DrainCommand, string>;

/** Takes a machine out of what callers are sent, or lets it back in. Not there where nothing may be written, nor in the past. */
export function DrainMachine({ row, detail, offered }: SeenEntry & { readonly offered: readonly ObjectCommandName[] }) {
  const past = usePast();
  // What is open keeps its command: the watch may tell of a drain before the answer to it comes, and a second click would then undo it.
  const [opened, setOpened] = useState<DrainCommand | null>(null);
  const label = detail.labels.find(({ key, value }) => key === DRAINING_LABEL && value !== "");
  const next = label === undefined ? "drain-workloadentry" : "undrain-workloadentry";
  const command = opened ?? next;
  const isLinked = useHash() === "drain";
  const [wasLinked, setWasLinked] = useState(false);
  if (isLinked !== wasLinked) {
    setWasLinked(isLinked);
    if (isLinked) setOpened(next);
  }
  const { cluster, namespace, name } = row;
  const may = useAnswer(past === null && opened !== null ? apiPaths.command(command, { cluster, namespace, name }) : null, CommandPermission);
  if (past !== null || !offered.includes(command)) return null;
  const isOfSpec = command === "undrain-workloadentry" && label?.from === "spec";
  return (
    <Popover open={opened !== null} onOpenChange={(open) => setOpened(open ? next : null)}>
      <PopoverTrigger className={buttonClass()}>{WORDS[next]}</PopoverTrigger>
      <PopoverContent aria-label={`${WORDS[command]} the machine`}>
        {isOfSpec && <p className="text-ink-2">{drainedBySpecWords()}</p>}
        {!isOfSpec && (
          <OnceAllowed may={may}>
            <DrainForm command={command} row={row} detail={detail} onDone={() => setOpened(null)} />
          </OnceAllowed>
        )}
      </PopoverContent>
    </Popover>
  );
}

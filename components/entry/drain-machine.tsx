"use client";

import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { usePast } from "@/lib/client/past";
import { useAnswer } from "@/lib/client/use-answer";
import { type CommandName, MayCommand } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/paths";
import { DRAINING_LABEL } from "@/lib/domain/serving-of";
import { mayNotChangeWords } from "@/lib/format/command-words";
import { drainedBySpecWords } from "@/lib/format/write-words";
import { DrainForm } from "./drain-form";
import type { SeenEntry } from "./use-last-seen";

/** Takes a machine out of what callers are sent, or lets it back in. Not there where nothing may be written, nor in the past. */
export function DrainMachine({ row, detail, offered }: SeenEntry & { readonly offered: readonly CommandName[] }) {
  const past = usePast();
  const [open, setOpen] = useState(false);
  const label = detail.labels.find(({ key, value }) => key === DRAINING_LABEL && value !== "");
  const command = label === undefined ? "drain-workloadentry" : "undrain-workloadentry";
  const { cluster, namespace, name } = row;
  const may = useAnswer(past === null && open ? apiPaths.command(command, { cluster, namespace, name }) : null, MayCommand);
  if (past !== null || !offered.includes(command)) return null;
  const isOfSpec = label !== undefined && label.from === "spec";
  const word = label === undefined ? "Drain" : "Undrain";
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className={buttonClass()}>{word}</PopoverTrigger>
      <PopoverContent aria-label={`${word} the machine`}>
        {isOfSpec && <p className="text-ink-2">{drainedBySpecWords()}</p>}
        {!isOfSpec && may.kind === "waiting" && <p className="text-ink-2">Asking what you may do</p>}
        {!isOfSpec && may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
        {!isOfSpec && may.kind === "here" && !may.value.may && <p className="text-ink-2">{mayNotChangeWords(may.value)}</p>}
        {!isOfSpec && may.kind === "here" && may.value.may && (
          <DrainForm key={command} command={command} row={row} detail={detail} onDone={() => setOpen(false)} />
        )}
      </PopoverContent>
    </Popover>
  );
}

"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { Detail } from "@/components/ui/details";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { commandsFor, entryTarget } from "@/lib/format/commands";
import { plural } from "@/lib/format/text/numbers";
import { CommandList } from "./command-list";

interface EntryCommandsProps {
  readonly query: string;
  readonly initial: ViewStateOf<"entry"> | null;
}

/** The commands of one entry as a folded row; they follow its address and its replica. */
export function EntryCommands({ query, initial }: EntryCommandsProps) {
  const { state } = useView("entry", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null) return null;
  const target = entryTarget(row, detail.replica);
  return (
    <Detail name="commands" id="commands" title="Commands" line={`${plural(commandsFor(target).length, "command")} that only read`}>
      <CommandList target={target} />
    </Detail>
  );
}

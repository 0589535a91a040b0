"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { Section } from "@/components/ui/section";
import { useView } from "@/lib/client/use-view";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { entryTarget } from "@/lib/format/commands";
import { CommandList } from "./command-list";

interface EntryCommandsProps {
  readonly query: string;
  readonly initial: ViewStateOf<"entry"> | null;
}

/** The commands of one entry; they follow its address and its replica. */
export function EntryCommands({ query, initial }: EntryCommandsProps) {
  const { state } = useView("entry", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null) return null;
  return (
    <Section name="commands" title="Commands" aside="all of them only read">
      <CommandList target={entryTarget(row, detail.replica)} />
    </Section>
  );
}

"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { Section } from "@/components/ui/section";
import { useView } from "@/lib/client/use-view";
import type { EntryHead } from "@/lib/contract/views/heads";
import { typedView } from "@/lib/contract/views/typed-view";
import type { ViewState } from "@/lib/contract/views/view";
import { entryTarget } from "@/lib/format/commands";
import { CommandList } from "./command-list";

interface EntryCommandsProps {
  readonly query: string;
  readonly initial: ViewState | null;
}

/** The commands of one entry; they follow its address and its replica. */
export function EntryCommands({ query, initial }: EntryCommandsProps) {
  const { state } = useView<EntryHead, { readonly id: string }>("entry", query, NO_ROWS, typedView(initial));
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null) return null;
  return (
    <Section name="commands" title="Commands" aside="all of them only read">
      <CommandList target={entryTarget(row, detail.replica)} />
    </Section>
  );
}

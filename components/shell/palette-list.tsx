"use client";

import { Command } from "cmdk";
import { useLayoutEffect, useRef, useState } from "react";
import { useKeptRouter } from "@/lib/client/past";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { DialogName } from "./dialog-for-key";
import type { PageGroup } from "./page-links";
import { DRAIN_SEARCH_PREFIX, type PaletteCommand, usePaletteCommands } from "./palette-commands";
import { PALETTE_FIELD_PROPS } from "./palette-field";
import { PALETTE_GROUP_CLASS, PALETTE_ITEM_CLASS, PaletteSearchResults } from "./palette-search-results";

interface PaletteListProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly head: ShellHead | null;
  readonly groups: readonly PageGroup[];
  readonly onClose: () => void;
  readonly onOpen: (dialog: DialogName) => void;
}

const TITLES = [
  ["recent", "Recent"],
  ["action", "Actions"],
  ["page", "Go to"],
  ["namespace", "Namespace"],
  ["setting", "Settings"],
] as const satisfies readonly (readonly [PaletteCommand["kind"], string])[];

/** The search field of the palette with its results and commands. */
export function PaletteList({ text, onText, head, groups, onClose, onOpen }: PaletteListProps) {
  const router = useKeptRouter();
  const [chosen, setChosen] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Moves the cursor to the end of the text that the user typed before this field was loaded.
  useLayoutEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  const commands = usePaletteCommands(text, { head, groups, onOpen });
  const run = ({ act, text: next }: Pick<PaletteCommand, "act" | "text">) => {
    if (next !== undefined) {
      // The click moved the focus away from the field.
      field.current?.focus();
      return onText(next);
    }
    onClose();
    act();
  };
  const isDrain = text.startsWith(DRAIN_SEARCH_PREFIX);
  const words = text.startsWith(":") ? "" : text.slice(isDrain ? DRAIN_SEARCH_PREFIX.length : 0).trim();
  return (
    <Command shouldFilter={false} loop label="Search and commands" value={chosen} onValueChange={setChosen}>
      <Command.Input {...PALETTE_FIELD_PROPS} ref={field} value={text} onValueChange={onText} />
      <Command.List className="max-h-[min(520px,64vh)] overflow-y-auto p-1.5" label="Suggestions">
        <PaletteSearchResults text={words} isDrain={isDrain} onGo={(href) => run({ act: () => router.push(href) })} onFirst={setChosen} />
        {TITLES.map(([kind, title]) => (
          <Commands key={kind} title={title} commands={isDrain ? [] : commands.filter((command) => command.kind === kind)} onRun={run} />
        ))}
        <Command.Empty className="px-2.5 py-3 text-ink-2">{isDrain && words === "" ? "Type the name of a machine." : "Nothing has this name."}</Command.Empty>
      </Command.List>
    </Command>
  );
}

interface CommandsProps {
  readonly title: string;
  readonly commands: readonly PaletteCommand[];
  readonly onRun: (command: PaletteCommand) => void;
}

function Commands({ title, commands, onRun }: CommandsProps) {
  if (commands.length === 0) return null;
  return (
    <Command.Group heading={title} className={PALETTE_GROUP_CLASS}>
      {commands.map((command) => (
        <Command.Item key={command.id} value={command.id} onSelect={() => onRun(command)} className={PALETTE_ITEM_CLASS}>
          <span className="truncate">{command.word}</span>
          <span className="shrink-0 text-s text-ink-3">{command.note}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

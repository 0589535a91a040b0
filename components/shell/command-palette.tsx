"use client";

import { Command } from "cmdk";
import { useState } from "react";
import { Dialog, FOCUS_FIRST } from "@/components/ui/dialog";
import { useKeptRouter } from "@/lib/client/past";
import type { ShellHead } from "@/lib/contract/heads";
import { type PaletteCommand, usePaletteCommands } from "./palette-commands";
import { PaletteHits } from "./palette-hits";

interface CommandPaletteProps {
  readonly open: boolean;
  /** What stands in the field at first. */
  readonly start: string;
  readonly head: ShellHead | null;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Finds anything and goes anywhere: machines, groups and namespaces by name, pages and settings by word. */
export function CommandPalette({ open, onClose, ...rest }: CommandPaletteProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Search and commands" bare className="mt-[12vh] max-desk:mt-3">
      <Palette onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Palette({ start, head, onClose, onHelp }: Omit<CommandPaletteProps, "open">) {
  const router = useKeptRouter();
  const [text, setText] = useState(start);
  const [chosen, setChosen] = useState("");
  const commands = usePaletteCommands(text, head, onHelp);
  const run = (act: () => void) => {
    onClose();
    act();
  };
  const go = (href: string) => run(() => router.push(href));
  const words = text.startsWith(":") ? "" : text.trim();
  return (
    <Command shouldFilter={false} loop label="Search and commands" value={chosen} onValueChange={setChosen}>
      <Command.Input
        {...FOCUS_FIRST}
        value={text}
        onValueChange={setText}
        placeholder="Find a machine, group, address, host; or : for commands"
        className="h-12 w-full border-b border-line bg-transparent px-4 text-l outline-none placeholder:text-ink-3"
      />
      <Command.List className="max-h-[min(440px,60vh)] overflow-y-auto p-1.5" label="Suggestions">
        <PaletteHits text={words} onGo={go} onFirst={setChosen} />
        <Commands title="Go to" commands={commands.filter(({ kind }) => kind === "page")} onRun={run} />
        <Commands title="Namespace" commands={commands.filter(({ kind }) => kind === "namespace")} onRun={run} />
        <Commands title="Settings" commands={commands.filter(({ kind }) => kind === "setting")} onRun={run} />
        <Command.Empty className="px-2.5 py-3 text-ink-2">Nothing is called that.</Command.Empty>
      </Command.List>
    </Command>
  );
}

interface CommandsProps {
  readonly title: string;
  readonly commands: readonly PaletteCommand[];
  readonly onRun: (act: () => void) => void;
}

function Commands({ title, commands, onRun }: CommandsProps) {
  if (commands.length === 0) return null;
  return (
    <Command.Group
      heading={title}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
    >
      {commands.map(({ id, word, note, act }) => (
        <Command.Item
          key={id}
          value={id}
          onSelect={() => onRun(act)}
          className="flex min-h-8 items-center justify-between gap-4 rounded-small px-2.5 data-[selected=true]:bg-hover max-desk:min-h-11"
        >
          <span className="truncate">{word}</span>
          <span className="shrink-0 font-mono text-s text-ink-3">{note}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

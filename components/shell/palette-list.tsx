"use client";

import { Command } from "cmdk";
import { useLayoutEffect, useRef, useState } from "react";
import { useKeptRouter } from "@/lib/client/past";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { type PaletteCommand, usePaletteCommands } from "./palette-commands";
import { PALETTE_FIELD } from "./palette-field";
import { PaletteHits } from "./palette-hits";

interface PaletteListProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly head: ShellHead | null;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** What the palette finds for a text, and its commands. */
export function PaletteList({ text, onText, head, onClose, onHelp }: PaletteListProps) {
  const router = useKeptRouter();
  const [chosen, setChosen] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Whoever is typing already goes on in this field where the first one was left.
  useLayoutEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  const commands = usePaletteCommands(text, head, onHelp);
  const run = (act: () => void) => {
    onClose();
    act();
  };
  const go = (href: string) => run(() => router.push(href));
  const words = text.startsWith(":") ? "" : text.trim();
  return (
    <Command shouldFilter={false} loop label="Search and commands" value={chosen} onValueChange={setChosen}>
      <Command.Input {...PALETTE_FIELD} ref={field} value={text} onValueChange={onText} />
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

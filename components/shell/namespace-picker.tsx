"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Glyph } from "@/components/ui/glyph";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ShellHead } from "@/lib/contract/heads";
import { formatCount } from "@/lib/format/count";
import { type NamespaceChoice, namespaceChoices } from "./namespace-choices";
import { toggled } from "./picked-scope";
import { usePickedScope } from "./use-picked-scope";

/** Which namespaces: several, or all that may be seen. The choice stands in the URL and is kept for the next visit. */
export function NamespacePicker({ head }: { readonly head: ShellHead | null }) {
  const { picked, pick } = usePickedScope();
  const { namespaces } = picked;
  const choices = head === null ? [] : namespaceChoices(head, picked);
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button aria-label={`Namespaces: ${wordsOf(namespaces)}`} className="min-w-0 shrink font-normal text-ink-2 max-desk:px-2 max-desk:[&_svg]:hidden">
          <span className="max-w-44 truncate">{wordsOf(namespaces)}</span>
          <Glyph name="chevron" />
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-72 p-1.5" aria-label="Namespaces">
        <Choices
          choices={choices}
          chosen={namespaces}
          onAll={() => pick({ ...picked, namespaces: [] })}
          onToggle={(name) => pick({ ...picked, namespaces: toggled(namespaces, name) })}
        />
        {head?.namespacesPartial === true && (
          <p className="border-t border-line px-2 pt-2 pb-1 text-s text-ink-2">
            Only the namespaces that this server was told of, or may see. There may be more.
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

interface ChoicesProps {
  readonly choices: readonly NamespaceChoice[];
  readonly chosen: readonly string[];
  readonly onAll: () => void;
  readonly onToggle: (name: string) => void;
}

const FIND_FROM = 8;

function Choices({ choices, chosen, onAll, onToggle }: ChoicesProps) {
  const [text, setText] = useState("");
  const found = choices.filter(({ name }) => name.includes(text.trim().toLowerCase()));
  return (
    <>
      {choices.length >= FIND_FROM && (
        <input
          type="text"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Find a namespace"
          aria-label="Find a namespace"
          className="mb-1 h-8 w-full rounded-small border border-line-2 bg-paper px-2 text-s placeholder:text-ink-3 max-desk:h-11"
        />
      )}
      <div className="max-h-80 overflow-y-auto px-2">
        <Checkbox label="All that I may see" checked={chosen.length === 0} onChange={onAll} />
        {found.map(({ name, entries }) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            onChange={() => onToggle(name)}
            label={
              <span className="flex justify-between gap-3">
                <span className="truncate font-mono text-s">{name}</span>
                <span className="text-ink-3 tabular-nums">{entries === null ? "not visible" : formatCount(entries)}</span>
              </span>
            }
          />
        ))}
        {found.length === 0 && <p className="py-1.5 text-s text-ink-2">No namespace has “{text}” in its name.</p>}
      </div>
    </>
  );
}

function wordsOf(namespaces: readonly string[]): string {
  return namespaces.length > 1 ? `${namespaces.length} namespaces` : (namespaces[0] ?? "all namespaces");
}

"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { formatNumber } from "@/lib/format/text/numbers";
import { namespaceChoices } from "./namespace-choices";
import { toggleName } from "./picked-scope";
import { usePickedScope } from "./use-picked-scope";

const FIND_FROM = 8;

/** Checkboxes of all namespaces, with a search field if there are many. */
export function NamespaceList({ head }: { readonly head: ShellHead | null }) {
  const { picked, pick } = usePickedScope();
  const { namespaces: chosen } = picked;
  const choices = head === null ? [] : namespaceChoices(head, picked);
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
        <Checkbox label="All that I may see" checked={chosen.length === 0} onChange={() => pick({ ...picked, namespaces: [] })} />
        {found.map(({ name, entries }) => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            onChange={() => pick({ ...picked, namespaces: toggleName(chosen, name) })}
            label={
              <span className="flex justify-between gap-3">
                <span className="truncate font-mono text-s">{name}</span>
                <span className="text-ink-3 tabular-nums">{entries === null ? "not visible" : formatNumber(entries)}</span>
              </span>
            }
          />
        ))}
        {found.length === 0 && <p className="py-1.5 text-s text-ink-2">No namespace has “{text}” in its name.</p>}
      </div>
    </>
  );
}

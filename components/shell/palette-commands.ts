"use client";

import { usePathname } from "next/navigation";
import { useKeptRouter } from "@/lib/client/past";
import { usePreferences } from "@/lib/client/preferences";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { plural } from "@/lib/format/text/numbers";
import { namespaceChoices } from "./namespace-choices";
import { pageLinks } from "./page-links";
import { usePickedScope } from "./use-picked-scope";

/** Something the palette does. `words` are what finds it; `note` stands at its right. */
export interface PaletteCommand {
  readonly id: string;
  readonly kind: "page" | "namespace" | "setting";
  readonly word: string;
  readonly note: string;
  readonly words: readonly string[];
  readonly act: () => void;
}

const MOST = 8;

/** The commands that fit a text: a word of theirs begins with it. After a colon the words of k9s hold: ":we", ":wg", ":ns shop". */
export function usePaletteCommands(text: string, head: ShellHead | null, onHelp: () => void): readonly PaletteCommand[] {
  const all = [...usePageCommands(), ...useNamespaceCommands(head), ...useSettings(onHelp)];
  const wanted = text.replace(/^:/, "").trim().toLowerCase();
  const fits = ({ kind, words }: PaletteCommand) =>
    wanted === "" ? kind !== "namespace" || text.startsWith(":") : words.some((word) => word.startsWith(wanted));
  const found = all.filter(fits);
  return [...found.filter(({ kind }) => kind !== "namespace"), ...found.filter(({ kind }) => kind === "namespace").slice(0, MOST)];
}

function usePageCommands(): readonly PaletteCommand[] {
  const router = useKeptRouter();
  const { picked } = usePickedScope();
  return pageLinks(usePathname(), picked).map(({ word, href, aliases }) => ({
    id: `page-${word}`,
    kind: "page",
    word,
    note: aliases[0] === undefined ? "" : `:${aliases[0]}`,
    words: [word.toLowerCase(), ...aliases],
    act: () => router.push(href),
  }));
}

function useNamespaceCommands(head: ShellHead | null): readonly PaletteCommand[] {
  const { picked, pick } = usePickedScope();
  if (head === null) return [];
  const each = namespaceChoices(head, { ...picked, namespaces: [] }).map(({ name, entries }): PaletteCommand => {
    return {
      id: `namespace-${name}`,
      kind: "namespace",
      word: name,
      note: plural(entries ?? 0, "entry", "entries"),
      words: [name, `ns ${name}`, `namespace ${name}`],
      act: () => pick({ ...picked, namespaces: [name] }),
    };
  });
  const all = {
    id: "namespaces",
    kind: "namespace",
    word: "All namespaces",
    note: "",
    words: ["all namespaces", "ns all"],
    act: () => pick({ ...picked, namespaces: [] }),
  } as const;
  return [all, ...each];
}

function useSettings(onHelp: () => void): readonly PaletteCommand[] {
  const { zone, theme, set } = usePreferences();
  const setting = (word: string, note: string, words: readonly string[], act: () => void): PaletteCommand => ({
    id: word,
    kind: "setting",
    word,
    note,
    words,
    act,
  });
  const themes = (["system", "light", "dark"] as const).map((name) =>
    setting(`Theme: ${name}`, name === theme ? "now" : "", ["theme", `theme ${name}`, name], () => set({ theme: name })),
  );
  const zones = (["utc", "local"] as const).map((name) =>
    setting(`Times in ${name === "utc" ? "UTC" : "your own time"}`, name === zone ? "now" : "", ["times", "utc", "local", "zone"], () => set({ zone: name })),
  );
  return [...themes, ...zones, setting("Keys", "?", ["keys", "help", "shortcuts"], onHelp)];
}

"use client";

import { usePathname } from "next/navigation";
import { usePageAddress } from "@/components/table/copy-link";
import { useServerNow } from "@/lib/client/clock";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useKeptRouter, usePast } from "@/lib/client/past";
import { usePreferences } from "@/lib/client/preferences";
import { recentPages } from "@/lib/client/recent-pages";
import { useViewer } from "@/lib/client/viewer";
import { decodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { formatSpan } from "@/lib/format/text/duration";
import { joinParts } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import type { DialogName } from "./dialog-for-key";
import { namespaceChoices } from "./namespace-choices";
import type { PageGroup } from "./page-links";
import { usePickedScope } from "./use-picked-scope";
import { useSignOut } from "./viewer-menu-items";

/** A command of the palette. `words` are its search words; `note` is the text on the right. */
export interface PaletteCommand {
  readonly id: string;
  readonly kind: "recent" | "action" | "page" | "namespace" | "setting";
  readonly word: string;
  readonly note: string;
  readonly words: readonly string[];
  /** Replaces the text of the field and keeps the palette open. */
  readonly text?: string;
  readonly act: () => void;
}

/** Text with this prefix searches machines to drain. */
export const DRAIN_SEARCH_PREFIX = "drain ";

const MOST = 8;

interface PaletteParts {
  readonly head: ShellHead | null;
  readonly groups: readonly PageGroup[];
  readonly onOpen: (dialog: DialogName) => void;
}

/** Returns the commands whose search words begin with the text. After a colon, k9s commands are valid too: ":we", ":wg", ":ns shop". */
export function usePaletteCommands(text: string, { head, groups, onOpen }: PaletteParts): readonly PaletteCommand[] {
  const all = [...useRecent(), ...useActions(groups, onOpen), ...usePageCommands(groups), ...useNamespaceCommands(head), ...useSettings()];
  const wanted = text.replace(/^:/, "").trim().toLowerCase();
  const fits = ({ kind, words }: PaletteCommand) =>
    wanted === "" ? (text === "" ? kind !== "namespace" : kind !== "recent") : words.some((word) => word.startsWith(wanted));
  const found = all.filter(fits);
  return [...found.filter(({ kind }) => kind !== "namespace"), ...found.filter(({ kind }) => kind === "namespace").slice(0, MOST)];
}

/** Recently opened objects and incidents in this tab, without the current page. */
function useRecent(): readonly PaletteCommand[] {
  const router = useKeptRouter();
  const { id } = useViewer();
  const pathname = usePathname();
  const now = useServerNow();
  const severalClusters = useSeveralClusters();
  const others = recentPages(id).filter(({ href }) => href !== pathname);
  return others.slice(0, 5).map(({ href, at }) => {
    const word = recentName(href);
    const { kind, cluster } = recentObject(href);
    const note = joinParts([kind, severalClusters ? cluster : "", `${formatSpan(now - at)} ago`], " · ");
    return { id: `recent-${href}`, kind: "recent", word, note, words: word.toLowerCase().split(" / "), act: () => router.push(href) };
  });
}

/** The label of a recent page: "shop / checkout", or "Incident q7fd2k". */
function recentName(href: string): string {
  const [, first, second = "", , namespace = "", name = ""] = href.split("/");
  return first === "c" ? `${decodeSegment(namespace)} / ${decodeSegment(name)}` : `Incident ${second}`;
}

const RECENT_KINDS: Readonly<Record<string, string>> = { groups: "group", entries: "machine", services: "Service", serviceentries: "ServiceEntry" };

/** Kind and cluster of an object's page; "" for an incident. */
function recentObject(href: string): { readonly kind: string; readonly cluster: string } {
  const [, first, cluster = "", resource = ""] = href.split("/");
  return first === "c" ? { kind: RECENT_KINDS[resource] ?? resource, cluster: decodeSegment(cluster) } : { kind: "", cluster: "" };
}

function useActions(groups: readonly PageGroup[], onOpen: PaletteParts["onOpen"]): readonly PaletteCommand[] {
  const router = useKeptRouter();
  const { mayWrite, name } = useViewer();
  const isPast = usePast() !== null;
  const { live } = usePageAddress();
  const signOut = useSignOut();
  const action = (word: string, words: readonly string[], act: () => void, note = ""): PaletteCommand => ({
    ...{ id: word, kind: "action", word, note, act },
    words: [word.toLowerCase(), ...words],
  });
  const tools = groups.flatMap(({ title, links }) => (title === "Tools" ? links : []));
  const drain: PaletteCommand = { ...action("Drain a machine", [], () => undefined, "type its name"), text: DRAIN_SEARCH_PREFIX };
  return [
    ...tools.map(({ word, href, aliases }) => action(word, aliases, () => router.push(href))),
    action("What if a zone is lost", ["loss", "zone"], () => router.push(pagePaths.localities()), "choose it in Localities"),
    action("Go to time", ["time", "past", "at"], () => onOpen("time"), "t"),
    action("Copy link", ["link", "url", "share"], () => void navigator.clipboard?.writeText(live())),
    ...(mayWrite && !isPast ? [drain] : []),
    action("Keys", ["help", "shortcuts", "keyboard"], () => onOpen("help"), "?"),
    ...(name === null ? [] : [action("Sign out", ["logout", "leave"], () => void signOut())]),
  ];
}

function usePageCommands(groups: readonly PageGroup[]): readonly PaletteCommand[] {
  const router = useKeptRouter();
  const links = groups.flatMap(({ title, links: own }) => (title === "Tools" ? [] : own));
  return links.map(({ word, href, aliases }) => ({
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

function useSettings(): readonly PaletteCommand[] {
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
  return [...themes, ...zones];
}

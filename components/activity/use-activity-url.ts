"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { ActivityFilter } from "@/lib/client/history";
import { useKeptAt } from "@/lib/client/past";
import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { TRANSITIONS, type TransitionType } from "@/lib/domain/history/transition";

const MOST_LETTERS = 256;

/** What the log shows, as its address says, and how to change it. */
export interface ActivityUrl {
  readonly filter: ActivityFilter & { readonly type: readonly TransitionType[]; readonly q: string };
  /** True where routine reconnections are shown as well. */
  readonly all: boolean;
  readonly showAll: (on: boolean) => void;
  /** A step that Back undoes. */
  readonly toggleType: (type: TransitionType) => void;
  /** Changes words in the middle of typing: Back skips it. "" takes the word away. */
  readonly write: (field: "q" | "group", text: string) => void;
  readonly clear: () => void;
}

/** Reads and writes the filters of the log in the address; window, moment and scope stay as they are. */
export function useActivityUrl(): ActivityUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  const kept = useKeptAt();
  const { clusters, namespaces } = parseMachinesQuery(params);
  const group = params.get("group")?.slice(0, MOST_LETTERS);
  const type = params.getAll("type").filter((word): word is TransitionType => TRANSITIONS.some((one) => one === word));
  const changed = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    change(next);
    return kept(next.size === 0 ? pathname : `${pathname}?${next}`);
  };
  return {
    all: params.get("all") === "1",
    showAll: (on) =>
      window.history.pushState(
        null,
        "",
        changed((next) => (on ? next.set("all", "1") : next.delete("all"))),
      ),
    filter: { cluster: clusters, ns: namespaces, type, q: (params.get("q") ?? "").slice(0, MOST_LETTERS), ...(group === undefined ? {} : { group }) },
    toggleType: (word) =>
      window.history.pushState(
        null,
        "",
        changed((next) => {
          const others = type.filter((one) => one !== word);
          next.delete("type");
          for (const one of others.length === type.length ? [...type, word] : others) next.append("type", one);
        }),
      ),
    write: (field, text) =>
      window.history.replaceState(
        null,
        "",
        changed((next) => (text === "" ? next.delete(field) : next.set(field, text))),
      ),
    clear: () =>
      window.history.pushState(
        null,
        "",
        changed((next) => {
          for (const field of ["type", "q", "group", "ns", "cluster"]) next.delete(field);
        }),
      ),
  };
}

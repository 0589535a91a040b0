"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useKeptAt } from "@/lib/client/past";
import { formatMoment, parseMoment } from "@/lib/contract/url/history-window";

/** Which comparison the address asks for, and how to ask for another. */
export interface RolloutUrl {
  /** The id of a rollout; "" = the newest. */
  readonly rollout: string;
  /** A moment in milliseconds; null = none. */
  readonly baseline: number | null;
  /** Did somebody ask for one, or is it the page's own choice? */
  readonly isAsked: boolean;
  readonly asTable: boolean;
  readonly hrefOf: (change: { readonly rollout: string } | { readonly baseline: number } | null) => string;
  /** A step that Back undoes. */
  readonly takeBaseline: (at: number) => void;
  readonly showTable: (on: boolean) => void;
}

/** Reads and writes `rollout=`, `baseline=` and `as=table`; the rest of the address stays. */
export function useRolloutUrl(): RolloutUrl {
  const pathname = usePathname();
  const params = useSearchParams();
  const kept = useKeptAt();
  const baseline = parseMoment(params.get("baseline") ?? "");
  const rollout = baseline === null ? (params.get("rollout") ?? "").slice(0, 256) : "";
  const address = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    change(next);
    return kept(next.size === 0 ? pathname : `${pathname}?${next}`);
  };
  const hrefOf: RolloutUrl["hrefOf"] = (to) =>
    address((next) => {
      next.delete("rollout");
      next.delete("baseline");
      if (to === null) return;
      if ("rollout" in to) next.set("rollout", to.rollout);
      else next.set("baseline", formatMoment(to.baseline));
    });
  return {
    rollout,
    baseline,
    isAsked: rollout !== "" || baseline !== null,
    asTable: params.get("as") === "table",
    hrefOf,
    takeBaseline: (at) => window.history.pushState(null, "", hrefOf({ baseline: at })),
    showTable: (on) =>
      window.history.replaceState(
        null,
        "",
        address((next) => (on ? next.set("as", "table") : next.delete("as"))),
      ),
  };
}

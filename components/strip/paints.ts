"use client";

import { useEffect, useState } from "react";
import type { CellKind } from "@/components/state/tone";

/** How one kind of cell is painted, in colours a canvas understands. */
export interface Paint {
  readonly fill: string | null;
  readonly edge: string | null;
  /** Colour of the upper left half: the hatching of a cell that is too small for one. */
  readonly half: string | null;
}

export type Paints = Readonly<Record<CellKind, Paint>>;

/** The cells' colours as the page's tokens have them now; null until mounted. Follows the theme and the stale mark. */
export function usePaints(): Paints | null {
  const [paints, setPaints] = useState<Paints | null>(null);
  useEffect(() => {
    const read = () => setPaints(paintsOf(document.documentElement));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const marks = new MutationObserver(read);
    read();
    dark.addEventListener("change", read);
    marks.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "data-stale"] });
    return () => {
      dark.removeEventListener("change", read);
      marks.disconnect();
    };
  }, []);
  return paints;
}

/** Tokens are written with `light-dark()`: only a colour in use is resolved, so one element is painted with each and read back. */
function paintsOf(root: HTMLElement): Paints {
  const probe = root.ownerDocument.createElement("i");
  root.append(probe);
  const resolved = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const filled = (token: string): Paint => ({ fill: resolved(token), edge: null, half: null });
  const paints: Paints = {
    "cell-good": filled("--good-cell"),
    "cell-idle": filled("--idle-cell"),
    "cell-warn": filled("--warn-cell"),
    "cell-bad": filled("--bad-cell"),
    "cell-blind": { fill: resolved("--blind-wash"), edge: null, half: resolved("--blind-cell") },
    "cell-gone": { fill: null, edge: resolved("--bad-cell"), half: null },
    "cell-hollow": { fill: resolved("--sunken"), edge: resolved("--line-2"), half: null },
  };
  probe.remove();
  return paints;
}

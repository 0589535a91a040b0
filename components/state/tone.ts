import type { ShownVerdict, Tone } from "@/lib/domain/verdict/freshness";
import type { State } from "@/lib/domain/verdict/verdict";

/** Text colour classes by tone. */
export const toneText = {
  good: "text-good",
  idle: "text-idle",
  warn: "text-warn",
  bad: "text-bad",
  blind: "text-blind",
} as const satisfies Record<Tone, string>;

/** Background and border classes of a panel by tone. */
export const tonePanel = {
  good: "border-good-cell bg-good-wash",
  idle: "border-idle-cell bg-idle-wash",
  warn: "border-warn-cell bg-warn-wash",
  bad: "border-bad-cell bg-bad-wash",
  blind: "border-blind-cell bg-blind-wash",
} as const satisfies Record<Tone, string>;

const CELLS = {
  good: "cell-good",
  idle: "cell-idle",
  warn: "cell-warn",
  bad: "cell-bad",
  blind: "cell-blind",
} as const satisfies Record<Tone, string>;

export type CellKind = (typeof CELLS)[Tone] | "cell-gone" | "cell-missing" | "cell-draining" | "cell-starting" | "cell-hollow";

/** Returns the kind of cell for a machine: red outline = lost, half filled = draining, grey outline = starting, hollow = healthy when last seen. */
export function cellKind({ state, past, tone }: ShownVerdict): CellKind {
  if (state === "vanished") return "cell-gone";
  if (past && (state === "healthy" || tone === "idle")) return "cell-hollow";
  if (state === "draining") return "cell-draining";
  return state === "awaiting" ? "cell-starting" : CELLS[tone];
}

/** Returns the classes of a state's name. Healthy has the colour of normal text: only its icon is green. */
export function stateNameClass({ state, past, tone }: ShownVerdict): string {
  if (state === "healthy" && tone !== "blind") return past ? "text-ink-3" : "text-ink-2";
  return `${toneText[tone]} font-medium`;
}

/** Returns the classes of a state's icon. */
export function stateIconClass({ state, past, tone }: ShownVerdict): string {
  return past && state === ("healthy" satisfies State) ? "text-ink-3" : toneText[tone];
}

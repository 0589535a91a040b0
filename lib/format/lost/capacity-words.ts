import type { UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";

/** How those who are left would cope, in a word or two: "Overloaded 1.9 ×". */
export function capacityWords({ kind, ratio }: UtilizationAfterLoss): string {
  return kind === "overloaded" ? `Overloaded ${ratioText(ratio)} ×` : capacityNames[kind];
}

/** The same without a number. */
const capacityNames = {
  nobody: "Nobody",
  overloaded: "Overloaded",
  full: "Full",
  unknown: "Not known",
  carries: "Carries it",
  whole: "Whole",
  idle: "Nobody before",
} as const satisfies Record<UtilizationAfterLoss["kind"], string>;

/** What it means, in one sentence; `headroom` in percent. */
export function capacityMeaning({ kind, ratio }: UtilizationAfterLoss, headroom: number): string {
  switch (kind) {
    case "nobody":
      return "No selected and healthy endpoint is left.";
    case "overloaded":
      return `Each of the rest would carry ${ratioText(ratio)} times what it can, with ${headroom} % to spare.`;
    case "full":
      return `The rest would have next to no room left, with ${headroom} % to spare.`;
    case "unknown":
      return "Whoever may be left is not visible here.";
    case "carries":
      return `The rest carries it, with ${headroom} % to spare.`;
    case "whole":
      return "Nothing of it is lost.";
    case "idle":
      return "It had no selected and healthy endpoint before.";
  }
}

/** Rounded up at the second figure where it would read 1.0: what is too much never reads as just enough. */
export function ratioText(ratio: number): string {
  if (ratio >= 9.95) return String(Math.round(ratio));
  const rounded = Math.round(ratio * 10) / 10;
  return (ratio > 1 && rounded <= 1 ? 1.1 : rounded).toFixed(1);
}

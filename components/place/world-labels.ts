import type { WorldBox, WorldDot } from "./world-dots";

/** The name of a dot, and where it stands. */
export interface WorldLabel {
  readonly city: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How wide a letter is, in heights of the font. */
const LETTER = 0.62;

/** The names of dots, largest first, each beside its dot where nothing else stands; one that finds no room is left to the list. */
export function labelsOf(
  dots: readonly WorldDot[],
  radiusOf: (dot: WorldDot) => number,
  { font, box }: { readonly font: number; readonly box: WorldBox },
): readonly WorldLabel[] {
  const taken: Rect[] = dots.map((dot) => around(dot, radiusOf(dot)));
  const labels: WorldLabel[] = [];
  for (const dot of dots) {
    for (const anchor of ["start", "end"] as const) {
      const label = labelAt(dot, radiusOf(dot) + font * 0.4, font, anchor);
      const rect = rectOf(label, font);
      if (!isInside(rect, box) || taken.some((other) => meets(rect, other))) continue;
      taken.push(rect);
      labels.push(label);
      break;
    }
  }
  return labels;
}

function labelAt({ city, x, y }: WorldDot, away: number, font: number, anchor: WorldLabel["anchor"]): WorldLabel {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return { city, x: rounded(anchor === "start" ? x + away : x - away), y: rounded(y + font * 0.35), anchor };
}

function rectOf({ city, x, y, anchor }: WorldLabel, font: number): Rect {
  const width = city.length * font * LETTER;
  const left = anchor === "start" ? x : x - width;
  return { left, right: left + width, top: y - font * 0.8, bottom: y + font * 0.25 };
}

function around({ x, y }: WorldDot, radius: number): Rect {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function meets(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function isInside({ left, right, top, bottom }: Rect, [x, y, width, height]: WorldBox): boolean {
  return left >= x && right <= x + width && top >= y && bottom <= y + height;
}

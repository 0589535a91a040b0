import type { LocalityRow } from "@/lib/contract/views/localities";
import { cloudRegion } from "@/lib/domain/localities/cloud-regions";

/** The regions at one city of the map, with how many are there. */
export interface WorldDot {
  readonly city: string;
  readonly x: number;
  readonly y: number;
  readonly rows: readonly LocalityRow[];
  readonly machines: number;
  readonly serving: number;
  readonly pods: number;
}

/** What part of the map is shown: x, y, width and height. */
export type WorldBox = readonly [x: number, y: number, width: number, height: number];

/** The whole map: two units for a degree, east and south of its upper left corner. */
export const WORLD: WorldBox = [0, 0, 720, 360];

/** Less than a third of the world is never shown: nobody would know where it is. */
const LEAST_WIDTH = 240;
/** Width to height. */
const SHAPE = 2.2;
const MARGIN = 24;

/** The regions of large clouds as dots, one for each city, and all others, for which the map has no place. */
export function worldDots(rows: readonly LocalityRow[]): { readonly dots: readonly WorldDot[]; readonly elsewhere: readonly LocalityRow[] } {
  const byCity = new Map<string, LocalityRow[]>();
  const elsewhere: LocalityRow[] = [];
  for (const row of rows) {
    if (row.level === "zone" || row.level === "subzone") continue;
    const known = row.level === "region" ? cloudRegion(row.region) : null;
    if (known === null) elsewhere.push(row);
    else byCity.set(known.city, [...(byCity.get(known.city) ?? []), row]);
  }
  return { dots: [...byCity].flatMap(([city, here]) => dotOf(city, here)).sort((a, b) => b.machines + b.pods - (a.machines + a.pods)), elsewhere };
}

function dotOf(city: string, rows: readonly LocalityRow[]): readonly WorldDot[] {
  const at = cloudRegion(rows[0]?.region ?? "");
  if (at === null) return [];
  const sum = (of: "machines" | "serving" | "doubted" | "pods") => rows.reduce((total, row) => total + row[of], 0);
  const { x, y } = pointOf(at);
  return [{ city, x, y, rows, machines: sum("machines"), serving: sum("serving") + sum("doubted"), pods: sum("pods") }];
}

/** Where a point of the globe is on the map. */
export function pointOf({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): { readonly x: number; readonly y: number } {
  return { x: (longitude + 180) * 2, y: (90 - latitude) * 2 };
}

/** The part of the map that holds all dots, with room around them; the inhabited world where there are none. */
export function boxOf(dots: readonly Pick<WorldDot, "x" | "y">[]): WorldBox {
  const xs = dots.map(({ x }) => x);
  const ys = dots.map(({ y }) => y);
  const spread = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values) + 2 * MARGIN);
  const middle = (values: readonly number[], fallback: number) => (values.length === 0 ? fallback : (Math.max(...values) + Math.min(...values)) / 2);
  const [, , most] = WORLD;
  const width = dots.length === 0 ? most : Math.min(most, Math.max(LEAST_WIDTH, spread(xs), spread(ys) * SHAPE));
  const height = width / SHAPE;
  return [within(middle(xs, most / 2) - width / 2, most - width), within(middle(ys, 140) - height / 2, WORLD[3] - height), width, height];
}

function within(value: number, most: number): number {
  return Math.round(Math.min(Math.max(0, value), Math.max(0, most)));
}

/** How large a dot is, in units of the map: its area goes with how many are there. */
export function radiusOf(dot: Pick<WorldDot, "machines" | "pods">, most: number, [, , width]: WorldBox): number {
  const share = most === 0 ? 0 : (dot.machines + dot.pods) / most;
  return Math.round(width * (0.006 + 0.014 * Math.sqrt(share)) * 10) / 10;
}

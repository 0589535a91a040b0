"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useNotVerified } from "@/lib/client/not-verified";
import { useFreshness } from "@/lib/client/status";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { whoIsThere } from "@/lib/format/places/place-words";
import { boxOf, radiusOf, type WorldBox, type WorldDot, worldDots } from "./world-dots";
import { labelsOf } from "./world-labels";
import { WorldList } from "./world-list";

interface WorldMapProps {
  readonly rows: readonly LocalityRow[];
  readonly picked: Parameters<typeof WorldList>[0]["picked"];
  /** The outline of the land, drawn by the server. */
  readonly land: ReactNode;
}

/** The regions of large clouds on a map, and beside it all of them by name, with those that the map has no place for. */
export function WorldMap({ rows, picked, land }: WorldMapProps) {
  const { dots, elsewhere } = worldDots(rows);
  const box = boxOf(dots);
  const most = Math.max(0, ...dots.map(({ machines, pods }) => machines + pods));
  const font = Math.round(box[2] * 0.011 * 10) / 10;
  const radius = (dot: WorldDot) => radiusOf(dot, most, box);
  return (
    <div className="mt-3 grid grid-cols-1 gap-x-6 gap-y-3 wide:grid-cols-[minmax(0,1fr)_340px]">
      <svg
        role="img"
        data-map="world"
        aria-label={mapWords(dots)}
        viewBox={box.join(" ")}
        className="block h-auto w-full rounded-small border border-line bg-sunken"
      >
        {land}
        {dots.map((dot) => (
          <Dot key={dot.city} dot={dot} radius={radius(dot)} box={box} />
        ))}
        {labelsOf(dots, radius, { font, box }).map(({ city, x, y, anchor }) => (
          <text key={city} x={x} y={y} textAnchor={anchor} fontSize={font} className="fill-ink font-mono max-desk:hidden">
            {city}
          </text>
        ))}
      </svg>
      <WorldList dots={dots} elsewhere={elsewhere} picked={picked} />
    </div>
  );
}

/** A city: its area goes with how many are there, the ring tells which part of the machines takes no traffic. */
function Dot({ dot, radius, box }: { readonly dot: WorldDot; readonly radius: number; readonly box: WorldBox }) {
  const isLive = useFreshness().kind === "live";
  const isVerified = useNotVerified() === null;
  const down = dot.machines === 0 ? 0 : Math.round(((dot.machines - dot.serving) / dot.machines) * 100);
  const ring = Math.round(box[2] * 0.004 * 10) / 10;
  return (
    <g data-city={dot.city} data-machines={dot.machines} data-pods={dot.pods}>
      <title>{`${dot.city}: ${whoIsThere(dot)}`}</title>
      <circle
        cx={dot.x}
        cy={dot.y}
        r={radius}
        strokeWidth={ring / 3}
        className={clsx("stroke-line-2", isLive ? (isVerified ? "fill-good-cell" : "fill-blind-cell") : "fill-sunken")}
      />
      {down > 0 && (
        <circle
          cx={dot.x}
          cy={dot.y}
          r={radius + ring / 2}
          pathLength={100}
          strokeDasharray={`${down} ${100 - down}`}
          strokeWidth={ring}
          className="fill-transparent stroke-bad-cell"
        />
      )}
    </g>
  );
}

/** The map in one sentence, for whoever cannot see it: the list beside it has the rest. */
function mapWords(dots: readonly WorldDot[]): string {
  if (dots.length === 0) return "A map of the world: no region of a large cloud is known";
  return `A map of the world: ${dots.map((dot) => `${dot.city} ${whoIsThere(dot)}`).join("; ")}`;
}

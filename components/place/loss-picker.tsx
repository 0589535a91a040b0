"use client";

import { useId } from "react";
import { useKeptRouter } from "@/lib/client/past";
import { pagePaths } from "@/lib/contract/url/paths";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { formatLostPart } from "@/lib/contract/views/what-if";
import type { LostPart } from "@/lib/domain/what-if/lost-part";
import { partPhrase } from "@/lib/format/lost/part-words";
import { placeName } from "@/lib/format/places/place-words";
import { lossOfPlace } from "./loss-of-place";

/** Asks what would be left, were a place lost: the same page with the question in its address. */
export function LossPicker({ rows }: { readonly rows: readonly LocalityRow[] }) {
  const id = useId();
  const router = useKeptRouter();
  const places = rows.flatMap((row) => {
    const part = lossOfPlace(row);
    return part === null ? [] : [{ value: formatLostPart(part), name: nameOf(row, part) }];
  });
  const ask = (lost: string) => {
    const params = new URLSearchParams(window.location.search);
    params.set("lost", lost);
    router.push(pagePaths.localities(params.toString()));
  };
  if (places.length === 0) return null;
  return (
    <>
      <label htmlFor={id} className="sr-only">
        What if a place is lost?
      </label>
      <select
        id={id}
        value=""
        onChange={({ target }) => ask(target.value)}
        className="h-7 max-w-44 rounded-control border border-line-2 bg-raised px-1.5 text-s font-medium text-ink max-desk:h-11"
      >
        <option value="">What if … is lost?</option>
        {places.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

function nameOf(row: LocalityRow, part: LostPart): string {
  return row.level === "region" || (row.level === "zone" && row.zone === "") ? partPhrase(part) : placeName(row);
}

import { Link } from "@/lib/client/page-link";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { cloudRegion } from "@/lib/domain/localities/cloud-regions";
import { placeName, whoIsThere } from "@/lib/format/places/place-words";
import { machinesHref } from "./place-links";
import type { WorldDot } from "./world-dots";

interface WorldListProps {
  readonly dots: readonly WorldDot[];
  /** Regions that are none of a large cloud, and places that are none. */
  readonly elsewhere: readonly LocalityRow[];
  readonly picked: Pick<ListQuery<string>, "clusters" | "namespaces">;
}

/** What is on the map, by name, and what is not: an unknown region has no place there. */
export function WorldList({ dots, elsewhere, picked }: WorldListProps) {
  return (
    <div className="text-s">
      <h3 className="mb-1 font-semibold">On the map</h3>
      {dots.length === 0 && <p className="text-ink-2">No region here is one of AWS, Google Cloud or Azure.</p>}
      <ul data-list="on-map" className="grid gap-1">
        {dots.flatMap(({ city, rows }) =>
          rows.map((row) => <Line key={row.id} row={row} picked={picked} note={`${cloudRegion(row.region)?.cloud ?? ""} · ${city}`} />),
        )}
      </ul>
      {elsewhere.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-semibold">Not on the map</h3>
          <ul data-list="off-map" className="grid gap-1">
            {elsewhere.map((row) => (
              <Line key={row.id} row={row} picked={picked} note={row.level === "region" ? "no region of a large cloud" : ""} />
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 text-xs text-ink-3">Land: Natural Earth, public domain. Cities as the clouds name them for their regions, to a tenth of a degree.</p>
    </div>
  );
}

function Line({ row, picked, note }: { readonly row: LocalityRow; readonly picked: WorldListProps["picked"]; readonly note: string }) {
  const href = row.machines === 0 ? null : machinesHref(row, picked);
  return (
    <li className="flex flex-wrap justify-between gap-x-3 border-b border-line pb-1">
      <span className="font-mono">
        {href === null ? (
          placeName(row)
        ) : (
          <Link href={href} prefetch={false}>
            {placeName(row)}
          </Link>
        )}
        {note !== "" && <span className="ml-2 font-sans text-xs text-ink-3">{note}</span>}
      </span>
      <span className="text-ink-2">{whoIsThere(row)}</span>
    </li>
  );
}

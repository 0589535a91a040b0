"use client";

import { useId } from "react";
import { formatNumber } from "@/lib/format/text/numbers";
import type { HostUrl } from "./use-host-url";

interface EndpointFilterProps {
  readonly url: HostUrl;
  readonly matched: number;
  readonly total: number;
}

/** Finds endpoints by words: of a name, an address, a place, a network, a version, or "pod". */
export function EndpointFilter({ url, matched, total }: EndpointFilterProps) {
  const id = useId();
  return (
    <form aria-label="Find endpoints" onSubmit={(event) => event.preventDefault()} className="mt-2.5 flex items-center gap-2.5">
      <label htmlFor={id} className="sr-only">
        Find endpoints
      </label>
      <input
        id={id}
        type="search"
        defaultValue={url.query.words}
        onChange={({ target }) => url.amend({ words: target.value.trim() })}
        placeholder="name, address, zone, network or version"
        className="h-8 w-full max-w-96 rounded-control border border-line-2 bg-raised px-2.5 text-s max-desk:h-11"
      />
      <span className="text-s whitespace-nowrap text-ink-3" aria-live="polite">
        {matched === total ? formatNumber(total) : `${formatNumber(matched)} of ${formatNumber(total)}`}
      </span>
    </form>
  );
}

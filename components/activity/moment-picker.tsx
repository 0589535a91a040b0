"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useZone } from "@/components/table/use-zone";
import { fieldTime, parseFieldTime } from "@/components/timeline/field-time";
import { Button } from "@/components/ui/button";
import { useServerNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { formatListQuery, parseListQuery } from "@/lib/contract/list-query";
import { withAt } from "@/lib/contract/past";
import { pagePaths } from "@/lib/contract/paths";

const AGO = [
  ["10 min ago", 600_000],
  ["1 h ago", 3_600_000],
  ["24 h ago", 86_400_000],
] as const;

/** Goes to the fleet as it was at a moment; from there every page is of that moment. */
export function MomentPicker() {
  const zone = useZone();
  const now = useServerNow();
  const past = usePast();
  const router = useRouter();
  const { clusters, namespaces } = parseListQuery(useSearchParams());
  const [typed, setTyped] = useState<string | null>(null);
  const scope = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const go = (at: number) => router.push(withAt(`${pagePaths.fleet()}${scope === "" ? "" : `?${scope}`}`, at));
  const value = typed ?? fieldTime(past ?? now, zone);
  const at = parseFieldTime(value, zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!Number.isNaN(at)) go(at);
  };
  return (
    <form onSubmit={submit} aria-label="The fleet as it was" className="mt-5 flex flex-wrap items-center gap-2">
      <label className="flex flex-wrap items-center gap-2 text-ink-2">
        The fleet as it was at
        <input
          type="datetime-local"
          step={1}
          required
          value={value}
          onChange={(event) => setTyped(event.target.value)}
          className="h-8 rounded-control border border-line-2 bg-raised px-2 font-mono text-s text-ink max-desk:h-11"
        />
      </label>
      <span className="text-xs text-ink-3">{zone === "utc" ? "UTC" : "this browser's time"}</span>
      <Button type="submit">Show it</Button>
      {AGO.map(([words, ms]) => (
        <Button key={words} look="quiet" onClick={() => go(now - ms)}>
          {words}
        </Button>
      ))}
    </form>
  );
}

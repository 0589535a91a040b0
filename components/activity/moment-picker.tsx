"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { useZone } from "@/components/table/use-zone";
import { formatFieldTime, parseFieldTime, timeFieldError } from "@/components/timeline/field-time";
import { TimeField } from "@/components/timeline/time-field";
import { Button } from "@/components/ui/button";
import { useServerNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { hrefAtMoment } from "@/lib/contract/url/history-window";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";

/** What the field is called, beside it and where it is wrong. */
const FIELD = "The fleet as it was at";

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
  const { clusters, namespaces } = parseMachinesQuery(useSearchParams());
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const id = useId();
  const scope = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const go = (at: number) => router.push(hrefAtMoment(`${pagePaths.fleet()}${scope === "" ? "" : `?${scope}`}`, at));
  const value = typed ?? formatFieldTime(past ?? now, zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = parseFieldTime(value, zone);
    const wrong = at > now ? `“${FIELD}” is still to come: it is ${formatFieldTime(now, zone)} now.` : timeFieldError(FIELD, value, zone);
    setProblem(wrong);
    if (wrong === "") go(at);
  };
  return (
    <form onSubmit={submit} noValidate aria-label="The fleet as it was" className="mt-5 flex flex-wrap items-center gap-2">
      <TimeField name={FIELD} value={value} onChange={setTyped} problemId={problem === "" ? null : id} className="flex flex-wrap" />
      <span className="text-xs text-ink-3">{zone === "utc" ? "UTC" : "this browser's time"}</span>
      <Button type="submit">Show it</Button>
      {AGO.map(([words, ms]) => (
        <Button key={words} look="quiet" onClick={() => go(now - ms)}>
          {words}
        </Button>
      ))}
      {problem !== "" && (
        <p id={id} role="alert" className="basis-full text-s text-bad">
          {problem}
        </p>
      )}
    </form>
  );
}

"use client";

import { Button } from "@/components/ui/button";
import { ChipButton } from "@/components/ui/chip";
import type { ActivityAnswer } from "@/lib/contract/answers/history";
import { TRANSITIONS, type TransitionType } from "@/lib/domain/history/transition";
import { typeWord } from "@/lib/format/happened-words";
import { formatNumber } from "@/lib/format/text/numbers";
import type { ActivityUrl } from "./use-activity-url";

interface ActivityFiltersProps {
  readonly url: ActivityUrl;
  /** How many things of each type the window has. */
  readonly types: ActivityAnswer["types"];
}

/** What the log is narrowed to: text, a group, and types, each with how many there are. */
export function ActivityFilters({ url, types }: ActivityFiltersProps) {
  const { filter } = url;
  const counts = new Map(types.map(({ type, count }) => [type, count]));
  const isFiltered = filter.type.length > 0 || filter.q !== "" || filter.group !== undefined;
  return (
    <form aria-label="Filter the log" onSubmit={(event) => event.preventDefault()} className="mt-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Field label="Text in names and details" value={filter.q} placeholder="10.20.1.14  503  version" onWrite={(text) => url.write("q", text)} wide />
        <Field label="Group" value={filter.group ?? ""} placeholder="group" onWrite={(text) => url.write("group", text)} />
        {isFiltered && (
          <Button look="quiet" onClick={url.clear}>
            Remove every filter
          </Button>
        )}
      </div>
      <details className="desk:hidden">
        <summary className="flex min-h-11 items-center text-ink-2">
          Kinds of change{filter.type.length > 0 && `: ${filter.type.map(typeWord).join(", ")}`}
        </summary>
        <div className="flex flex-wrap gap-1.5">
          <Kinds url={url} counts={counts} />
        </div>
      </details>
      <div className="flex flex-wrap gap-1.5 max-desk:hidden">
        <Kinds url={url} counts={counts} />
      </div>
    </form>
  );
}

/** The types that the window has, each a switch with its count. */
function Kinds({ url, counts }: { readonly url: ActivityUrl; readonly counts: ReadonlyMap<TransitionType, number> }) {
  const { filter } = url;
  const offered = TRANSITIONS.filter((type) => (counts.get(type) ?? 0) > 0 || filter.type.includes(type));
  return (
    <>
      {offered.map((type) => (
        <ChipButton key={type} on={filter.type.includes(type)} aria-pressed={filter.type.includes(type)} onClick={() => url.toggleType(type)}>
          {typeWord(type)} {formatNumber(counts.get(type) ?? 0)}
        </ChipButton>
      ))}
      {filter.type.length === 0 && (
        <ChipButton on={url.all} aria-pressed={url.all} onClick={() => url.showAll(!url.all)}>
          routine reconnections too
        </ChipButton>
      )}
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onWrite: (text: string) => void;
  readonly wide?: boolean;
}

function Field({ label, value, placeholder, onWrite, wide = false }: FieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      value={value}
      placeholder={placeholder}
      onChange={(event) => onWrite(event.target.value)}
      className={`h-8 min-w-0 rounded-control border border-line-2 bg-raised px-2.5 font-mono text-s placeholder:text-ink-3 max-desk:h-11 ${wide ? "grow basis-64" : "w-48 max-desk:w-full"}`}
    />
  );
}

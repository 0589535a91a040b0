import { useMemo } from "react";
import { parse } from "yaml";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { unchangedCloneValues } from "@/lib/domain/new-group/clone";
import { clonedWords, cloneSameWords } from "@/lib/format/new-group/clone-words";

/** In the order of their texts. */
const SHARED = ["account", "labels", "size"] as const;

/** Over a draft that began as a clone: of what, and what it still shares with that and seldom should. */
export function CloneNote({ clonedFrom, value }: { readonly clonedFrom: NonNullable<GroupDraft["clonedFrom"]>; readonly value: unknown }) {
  const source = useMemo<unknown>(() => parse(clonedFrom.text), [clonedFrom.text]);
  const same = unchangedCloneValues(source, value);
  const shared = SHARED.filter((field) => same[field] !== "" && same[field] !== false);
  const texts = cloneSameWords({ source: clonedFrom.name, ...same });
  return (
    <div data-cloned-from={clonedFrom.name} className="mt-5 max-w-[62em] border-l-2 border-line-2 bg-sunken px-3.5 py-2.5 wrap-anywhere">
      <p>{clonedWords({ source: clonedFrom.name })}</p>
      <ul aria-label="What it still shares" className="mt-1 grid gap-1 text-warn empty:hidden">
        {shared.map((field, at) => (
          <li key={field} data-shared={field} data-value={field === "account" ? same.account : undefined}>
            {texts[at]}
          </li>
        ))}
      </ul>
    </div>
  );
}

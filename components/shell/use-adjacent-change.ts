"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { ask } from "@/lib/client/ask";
import { useServerNow } from "@/lib/client/clock";
import { useTravel } from "@/lib/client/past";
import { ActivityAnswer } from "@/lib/contract/answers/history";
import { apiPaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { RequestChanges } from "./adjacent-change";
import { pageSubject } from "./page-subject";

interface AdjacentChange {
  readonly busy: boolean;
  /** The reason why the page did not move; "" = none. */
  readonly said: string;
  readonly go: (direction: "before" | "after") => void;
}

/** Finds the change before or after a time among those of the page's subject, and moves the page to it. */
export function useAdjacentChange(at: number): AdjacentChange {
  const pathname = usePathname();
  const search = useSearchParams();
  const now = useServerNow();
  const travel = useTravel();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly at: number; readonly words: string } | null>(null);
  const place = pageSubject(pathname, search);
  const changes: RequestChanges = async (from, to, limit) => {
    const path = apiPaths.history("activity", formatQueryValues({ ...place, window: `${from}-${to}`, limit }));
    const answer = await ask(path, ActivityAnswer, AbortSignal.timeout(10_000));
    if (answer.kind === "refused") throw new Error(answer.problem);
    return answer.value;
  };
  const go = (direction: "before" | "after") => {
    if (busy) return;
    setBusy(true);
    // Lazy: most pages never show the past.
    import("./adjacent-change")
      .then(({ timeOfChangeBefore, timeOfChangeAfter }) => (direction === "before" ? timeOfChangeBefore(changes, at) : timeOfChangeAfter(changes, at, now)))
      .then((there) =>
        there === null ? setSaid({ at, words: direction === "before" ? "Nothing is recorded before." : "Nothing changed since." }) : travel(there),
      )
      .catch((error: unknown) => setSaid({ at, words: error instanceof Error ? error.message : "The change could not be found." }))
      .finally(() => setBusy(false));
  };
  return { busy, said: said?.at === at ? said.words : "", go };
}

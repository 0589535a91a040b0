"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { formatMutes, parseMutes } from "@/lib/contract/answers/drafts";
import { type Mute, withMute, withoutMute } from "@/lib/domain/findings/mute";
import { minuteOf } from "@/lib/format/text/duration";
import { useOfServerNow } from "./clock";
import { followTexts, KEPT, keepText, keptText } from "./kept-texts";
import { useViewer } from "./viewer";

/** What is muted, and how to change it; of the viewer who looks, in this browser only, until the sign-out. */
export interface Mutes {
  readonly list: readonly Mute[];
  mute(mute: Mute): void;
  unmute(what: string): void;
}

/**
 * The mutes of the viewer, as this browser keeps them, in step with other tabs; none while the page is first drawn. Where the browser stores nothing, they
 * last as long as the page.
 */
export function useMutes(): Mutes {
  const key = `${KEPT.mutes}${useViewer().id}`;
  const now = useOfServerNow(minuteOf);
  const text = useSyncExternalStore(
    followTexts,
    () => keptText(key),
    () => null,
  );
  const list = useMemo(() => parseMutes(text), [text]);
  const change = useCallback(
    (next: (mutes: readonly Mute[]) => readonly Mute[]) => {
      keepText(key, formatMutes(next(parseMutes(keptText(key)))));
    },
    [key],
  );
  return useMemo(
    () => ({ list, mute: (mute) => change((mutes) => withMute(mutes, mute, now)), unmute: (what) => change((mutes) => withoutMute(mutes, what)) }),
    [list, change, now],
  );
}

/** The moment by which mutes end, to the minute. */
export function useMuteNow(): number {
  return useOfServerNow(minuteOf);
}

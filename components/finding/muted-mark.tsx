"use client";

import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { changeMutes } from "@/lib/client/change-mutes";
import { usePast } from "@/lib/client/past";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import { useSentCommand } from "@/lib/client/use-sent-command";
import type { FindingRow } from "@/lib/contract/views/findings";
import { type Mute, OBJECT_MUTE_KEY } from "@/lib/domain/findings/mute";
import { withoutObjectMute } from "@/lib/domain/findings/object-mute";
import { mutedWords } from "@/lib/format/findings/mute-words";
import { useMutableObject } from "./mute-offers";
import { MUTE_CONTROL } from "./use-other-control";

interface MutedMarkProps {
  readonly row: FindingRow;
  readonly mute: Mute;
  /** Told when it is to be shown again. */
  readonly onPressed?: () => void;
}

/** That a finding is muted, by what, why and until when, and the way back. */
export function MutedMark({ row, mute, onPressed }: MutedMarkProps) {
  const { unmute } = useMutes();
  const now = useMuteNow();
  const zone = useZone();
  const object = useMutableObject(row);
  const past = usePast();
  const { send, isSending, problem } = useSentCommand();
  const isOfObject = mute.what === OBJECT_MUTE_KEY;
  const show = async () => {
    if (isSending) return;
    onPressed?.();
    if (!isOfObject) return unmute(mute.what);
    if (object === null) return;
    await send(() => changeMutes(object, (mutes) => withoutObjectMute(mutes, row.code)));
  };
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5 text-s">
      <span className="wrap-anywhere" data-muted-by={muter(mute.what)} data-until={mute.until} data-reason={mute.reason}>
        {mutedWords(mute, now, zone)}
      </span>
      {past === null && (!isOfObject || object !== null) && (
        <Button {...MUTE_CONTROL} look="quiet" aria-disabled={isSending} onClick={show}>
          Show again
        </Button>
      )}
      <span role="status" data-problem={problem === "" ? undefined : "refused"} className="text-bad">
        {problem}
      </span>
    </p>
  );
}

/** The scope of the mute: the object for all users, or this browser, alone or with its rule. */
function muter(what: string): "object" | "rule" | "browser" {
  if (what === OBJECT_MUTE_KEY) return "object";
  return what.startsWith("rule:") ? "rule" : "browser";
}

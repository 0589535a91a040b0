"use client";

import { useZone } from "@/components/table/use-zone";
import { Button } from "@/components/ui/button";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import type { Mute } from "@/lib/domain/findings/mute";
import { mutedWords } from "@/lib/format/findings/mute-words";

/** That a finding is muted, why and until when, and the way back. */
export function MutedMark({ mute }: { readonly mute: Mute }) {
  const { unmute } = useMutes();
  const now = useMuteNow();
  const zone = useZone();
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5 text-s">
      <span className="wrap-anywhere">{mutedWords(mute, now, zone)}</span>
      <Button look="quiet" onClick={() => unmute(mute.what)}>
        Show again
      </Button>
    </p>
  );
}

"use client";

import { useZone } from "@/components/table/use-zone";
import { ChipButton, chipClass } from "@/components/ui/chip";
import { useOfServerNow } from "@/lib/client/clock";
import { useLive } from "@/lib/client/live-provider";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { RolloutsAnswer } from "@/lib/contract/answers/rollouts";
import { rolloutLabel } from "@/lib/format/control-plane/rollout-words";
import { hourOf } from "@/lib/format/text/duration";
import { formatMoment } from "@/lib/format/time-ticks";
import type { RolloutUrl } from "./use-rollout-url";

/** So many are offered by a button each; the others have an address too. */
const MOST = 4;

interface RolloutChoiceProps {
  readonly answer: RolloutsAnswer | null;
  readonly url: RolloutUrl;
}

/** The rollouts that the record noticed, a baseline that may be taken, and whether the picture is a table. */
export function RolloutChoice({ answer, url }: RolloutChoiceProps) {
  const live = useLive();
  const past = usePast();
  const zone = useZone();
  const hour = useOfServerNow(hourOf);
  const { rollouts = [], board = null } = answer ?? {};
  const shown = rollouts.filter(({ id }, at) => at < MOST || id === board?.id);
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {shown.map((rollout) => (
        <Link
          key={rollout.id}
          href={url.hrefOf({ rollout: rollout.id })}
          prefetch={false}
          aria-current={rollout.id === board?.id ? "true" : undefined}
          className={`${chipClass(rollout.id === board?.id)} hover:border-accent hover:no-underline max-desk:min-h-11`}
        >
          {rolloutLabel(rollout, hour, zone)}
        </Link>
      ))}
      {url.baseline !== null && (
        <Link href={url.hrefOf(null)} prefetch={false} className={`${chipClass(true)} hover:no-underline max-desk:min-h-11`} title="Take the baseline away">
          baseline {formatMoment(url.baseline, hour, zone)} ×
        </Link>
      )}
      {past === null && (
        <ChipButton
          onClick={() => url.takeBaseline(Math.floor(live.serverNow() / 1000) * 1000 - 1000)}
          title="Compare with now: who is connected is kept by the record"
        >
          take a baseline now
        </ChipButton>
      )}
      {board !== null && (
        <ChipButton on={url.asTable} aria-pressed={url.asTable} onClick={() => url.showTable(!url.asTable)}>
          as table
        </ChipButton>
      )}
    </span>
  );
}

"use client";

import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import type { WhatIfHead } from "@/lib/contract/what-if";
import { goneLine, lossHeadline } from "@/lib/format/lost/loss-headline";
import { HeadroomField } from "./headroom-field";
import type { WhatIfUrl } from "./use-what-if-url";

/** Who would have nobody, who more than the rest can carry, and what goes with what is lost. The page's own title stays the title. */
export function LostHeadline({ head, url }: { readonly head: WhatIfHead; readonly url: WhatIfUrl }) {
  const { lost, replicas, gateways } = head;
  const parts = goneLine({
    ...{ machines: lost.machines, pods: lost.pods, inline: lost.inline, withReplica: lost.leaving.withReplica, reconnecting: lost.reconnecting },
    ageSpan: head.moments.find(({ moment }) => moment === "after-age")?.span ?? null,
    ...{ replicasLost: replicas.lost.map(({ name }) => name), replicasLeft: replicas.left, replicasVisible: replicas.isVisible },
    ...{ gateways: gateways.length, gatewaysLost: gateways.filter(({ isLost }) => isLost === true).length },
    gatewaysUnplaced: gateways.filter(({ isLost }) => isLost === null).length,
  });
  return (
    <>
      <h2 className="max-w-[30em] text-2xl leading-[1.22] font-medium tracking-[-.022em] text-balance tabular-nums">
        {lossHeadline(head.hosts).map(({ text, tone }) => (
          <span key={text} className={tone === null ? undefined : `${toneText[tone]} font-semibold`}>
            {text}
          </span>
        ))}
      </h2>
      <p className="mt-2 max-w-[62em] text-l text-ink-2 tabular-nums">
        <LineParts parts={parts} /> · <HeadroomField url={url} />
      </p>
    </>
  );
}

"use client";

import { Sentence, statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import { Headline } from "@/components/ui/headline";
import type { WhatIfHead } from "@/lib/contract/views/what-if";
import { servicesAfterLoss, simulatedLoss } from "@/lib/domain/statements/what-if";
import { type GoneInput, goneLine, lossHeadline } from "@/lib/format/lost/loss-headline";
import { HeadroomField } from "./headroom-field";
import type { WhatIfUrl } from "./use-what-if-url";

/** Who would have nobody, who more than the rest can carry, and what goes with what is lost. It is the page's sentence while the question stands. */
export function LostHeadline({ head, url }: { readonly head: WhatIfHead; readonly url: WhatIfUrl }) {
  const { lost, replicas, gateways } = head;
  const gone: GoneInput = {
    ...{
      machines: lost.machines,
      pods: lost.pods,
      knowsPods: lost.knowsPods,
      inline: lost.inline,
      withReplica: lost.leaving.withReplica,
      reconnecting: lost.reconnecting,
    },
    ageSpan: head.moments.find(({ moment }) => moment === "after-age")?.span ?? null,
    ...{ replicasLost: replicas.lost.map(({ name }) => name), replicasLeft: replicas.left, replicasVisible: replicas.isVisible },
    ...{ gateways: gateways.length, gatewaysLost: gateways.filter(({ isLost }) => isLost === true).length },
    gatewaysUnplaced: gateways.filter(({ isLost }) => isLost === null).length,
  };
  return (
    <Headline
      data={statementAttributes(servicesAfterLoss(head.hosts))}
      sub={
        <>
          <Sentence of={simulatedLoss(gone)}>
            <LineParts parts={goneLine(gone)} />
          </Sentence>{" "}
          · <HeadroomField url={url} />
        </>
      }
    >
      {lossHeadline(head.hosts).map(({ text, tone }) => (
        <span key={text} className={tone === null ? undefined : `${toneText[tone]} font-semibold`}>
          {text}
        </span>
      ))}
    </Headline>
  );
}

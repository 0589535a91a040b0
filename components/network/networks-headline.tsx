"use client";

import { NotVerifiedWarning } from "@/components/state/not-verified-warning";
import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { Headline } from "@/components/ui/headline";
import type { NetworksHead } from "@/lib/contract/views/networks";
import { type NetworksCounts, networksStatement } from "@/lib/domain/statements/networks";
import { networksHeadline, networksLine } from "@/lib/format/networks/networks-headline";

/** The sentence of the page: how many networks and gateways, and whose machines have none. */
export function NetworksHeadline({ head, mode }: { readonly head: NetworksHead; readonly mode: NetworksCounts["mode"] }) {
  const tense = useTense();
  const input = inputOf(head, mode);
  const { strong, rest, trouble } = networksHeadline(input, tense);
  return (
    <Headline data={statementAttributes(networksStatement(input, tense))} sub={<LineParts parts={networksLine(input, tense)} />}>
      <b>{strong}</b>
      {rest}{" "}
      {trouble.map(({ text, tone }) => (
        <span key={text} className={tone === null ? undefined : `${toneText[tone]} desk:whitespace-nowrap`}>
          {text}
        </span>
      ))}
      <NotVerifiedWarning />
    </Headline>
  );
}

function inputOf({ gaps, meshes, ...head }: NetworksHead, mode: NetworksCounts["mode"]): NetworksCounts {
  const isComplete = meshes.every((mesh) => mesh.gateways.isComplete && mesh.configured.kind !== "denied");
  return {
    ...head,
    ...{ isComplete, mode },
    notPassed: mode === "ambient" ? 0 : head.gapHosts.length + head.moreGapHosts,
    notMarked: gaps["not-marked"] ?? 0,
    closedByPolicy: gaps["closed-by-policy"] ?? 0,
    noAddress: (gaps["no-address"] ?? 0) + (gaps["no-address-here"] ?? 0) + (gaps["empty-address"] ?? 0),
    labelOnly: (gaps["label-only"] ?? 0) + (gaps["label-differs"] ?? 0),
  };
}

"use client";

import { Section } from "@/components/ui/section";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import type { WhatIfHead } from "@/lib/contract/views/what-if";
import { gatewaySentence, replicaSentences } from "@/lib/format/lost/control-plane-words";

/** istiod replicas and gateways that go with what is lost. */
export function LostControlPlane({ head }: { readonly head: WhatIfHead }) {
  const { replicas, gateways, lost } = head;
  const several = useSeveralClusters();
  const sentences = [...replicaSentences(replicas, lost, several), ...gateways.map((gateway) => gatewaySentence(gateway, several))];
  return (
    <Section name="control-plane" title="Control plane and gateways">
      <ul data-replicas={replicas.lost.map(({ name }) => name).join(" ")} data-replicas-left={replicas.left} className="mt-2.5 max-w-[62em] text-ink-2">
        {sentences.map((sentence) => (
          <li key={sentence} className="mt-1">
            {sentence}
          </li>
        ))}
      </ul>
    </Section>
  );
}

import type { HostNameDefinitionStatus } from "@/lib/domain/networks/across-clusters";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** What a cluster's own objects say of a host whose machines live elsewhere. */
export const RESOLVES_WORDS: Readonly<Record<HostNameDefinitionStatus, { readonly word: string; readonly means: string; readonly tone: Tone | null }>> = {
  "by-own": { word: "here", means: "It is defined there and takes machines there.", tone: null },
  named: { word: "by name", means: "It is defined there and takes no machine there. Whether its istiod reads the other cluster cannot be seen.", tone: null },
  "not-defined": {
    word: "not defined",
    means: "No Service or ServiceEntry there has this name: its callers resolve it only where their istiod reads the other cluster, which cannot be seen.",
    tone: "warn",
  },
  "not-visible": { word: "not visible", means: "Not all Services and ServiceEntries there are visible to you: it may be defined.", tone: "blind" },
};

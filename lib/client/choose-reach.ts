import type { DraftServiceChoice, GroupDraft } from "@/lib/contract/answers/drafts";
import { initialServiceEntryYaml, initialServiceYaml } from "@/lib/domain/new-group/initial-yaml";

const BEGINNINGS = { service: initialServiceYaml, serviceentry: initialServiceEntryYaml } as const;

/**
 * What a draft is with another way for callers: the text of the way that is left is put aside, and one that was put aside is as it was left. A way
 * that was never chosen begins from the group.
 */
export function chosenReach(
  { reach, setAside, namespace }: GroupDraft,
  how: DraftServiceChoice["how"],
  group: unknown,
): Pick<GroupDraft, "reach" | "setAside"> {
  const kept = reach.how === "service" || reach.how === "serviceentry" ? { ...setAside, [reach.how]: reach.text } : { ...setAside };
  if (how === "none") return { reach: { how }, setAside: kept };
  if (how === "existing") return { reach: { how, kind: "Service", name: "" }, setAside: kept };
  return { reach: { how, text: kept[how] ?? BEGINNINGS[how](group, namespace) }, setAside: kept };
}

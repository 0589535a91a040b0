import { type NewGroupMeshField, NewGroupMeshValues } from "@/lib/contract/answers/bundle";
import { dropTexts, KEPT, keepText, keptText } from "./kept-texts";
import { readKept } from "./read-kept";

/** Keeps what a viewer typed of a cluster's mesh; "" = nothing is typed of it any more. */
export function saveOwnFact(viewer: string, cluster: string, fact: NewGroupMeshField, text: string): void {
  const { [fact]: _, ...others } = ownFactsOf(storedOwnFacts(viewer, cluster));
  const typed = text === "" ? others : { ...others, [fact]: text };
  if (Object.keys(typed).length > 0) keepText(keyOf(viewer, cluster), JSON.stringify(typed));
  else dropTexts([keyOf(viewer, cluster)]);
}

/** What was typed as it is kept; null = nothing. */
export function storedOwnFacts(viewer: string, cluster: string): string | null {
  return keptText(keyOf(viewer, cluster));
}

/** Reads what is kept; nothing typed where it cannot be read. */
export function ownFactsOf(stored: string | null): NewGroupMeshValues {
  return readKept(NewGroupMeshValues, stored) ?? {};
}

function keyOf(viewer: string, cluster: string): string {
  return `${KEPT.mesh}${viewer}:${cluster}`;
}

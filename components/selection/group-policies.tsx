"use client";

import { useSelectedBy } from "@/lib/client/use-selected-by";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { PolicyList } from "./policy-list";

interface GroupPoliciesProps {
  readonly cluster: string;
  /** The query of the view "selected-by". */
  readonly query: string;
  readonly initial: ViewStateOf<"selected-by"> | null;
}

/** The policies of the machines that a group's template makes. */
export function GroupPolicies({ cluster, query, initial }: GroupPoliciesProps) {
  const { head } = useSelectedBy(query, initial);
  const policies = head?.group?.policies ?? null;
  if (policies === null) return null;
  return <PolicyList cluster={cluster} policies={policies} unseen={head?.sight?.policies ?? []} />;
}

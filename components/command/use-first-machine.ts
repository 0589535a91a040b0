"use client";

import { useLosses } from "@/lib/client/history";
import { useView } from "@/lib/client/use-view";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { groupMachinesQuery } from "@/lib/contract/url/page-query";
import { isTrouble } from "@/lib/domain/verdict/verdict";

const WORST = { offset: 0, limit: 1 };

/** The address of the machine of a group to look at first: one that is lost, else the one in the worst trouble; "" where there is none. */
export function useFirstMachine(group: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  const { value } = useLosses({ cluster: [group.cluster], ns: [group.namespace], group: group.name }, "24h", 100);
  const { state } = useView("entries", formatListQuery(groupMachinesQuery(group)), WORST);
  const lost = value?.rows.find(({ planned, replacedBy, row }) => !planned && replacedBy === "" && row.address !== "");
  const worst = state?.rows.find((row) => isTrouble(row.state));
  return lost?.row.address ?? worst?.address ?? "";
}

"use client";

import { useParams, useSearchParams } from "next/navigation";
import { GoneEntryPage } from "@/components/entry/entry-gone";
import { useAppearance } from "@/components/table/use-appearance";
import { decodeObjectParams, type ObjectParams, objectViewQuery } from "@/lib/contract/url/page-query";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";

/** The page of an entry that is nowhere; once there is one of this name, it is that entry's page. */
export default function EntryNotFound() {
  const words = decodeObjectParams(useParams<ObjectParams & Record<string, string>>());
  const uid = useSearchParams().get("uid") ?? "";
  useAppearance("entry", objectViewQuery(words, uid));
  const incidentsOf = { query: formatObjectIncidentsQuery({ ...words, of: "WorkloadEntry", uid }), initial: null };
  return <GoneEntryPage {...words} uid={uid} problem={null} last={null} goneAt={null} painted={null} incidents={null} incidentsOf={incidentsOf} />;
}

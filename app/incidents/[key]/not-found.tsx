"use client";

import { useParams } from "next/navigation";
import { IncidentAbsent } from "@/components/incident/incident-view";
import { decodeSegment } from "@/lib/contract/url/paths";

/** The page of a key without an incident, or with one of which no part is visible. */
export default function IncidentNotFound() {
  const { key } = useParams<{ readonly key: string }>();
  return <IncidentAbsent id={decodeSegment(key)} problem={null} />;
}

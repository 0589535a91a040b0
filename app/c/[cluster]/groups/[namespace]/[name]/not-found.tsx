"use client";

import { useParams } from "next/navigation";
import { GoneGroupPage } from "@/components/group/group-gone";
import { useAppearance } from "@/components/table/use-appearance";
import { decodeObjectParams, type ObjectParams, objectViewQuery } from "@/lib/contract/url/page-query";

/** The page of a group that is nowhere; once there is one of this name, it is that group's page. */
export default function GroupNotFound() {
  const words = decodeObjectParams(useParams<ObjectParams & Record<string, string>>());
  useAppearance("group", objectViewQuery(words));
  return <GoneGroupPage {...words} problem={null} />;
}

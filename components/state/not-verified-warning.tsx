"use client";

import { useNotVerified } from "@/lib/client/not-verified";
import { notVerifiedText } from "@/lib/format/source-words";

interface NotVerifiedProps {
  /** The cluster of the counts; absent = all clusters. */
  readonly cluster?: string;
}

/** Warning next to counts of serving machines: connections cannot be verified. Shows nothing if they can. */
export function NotVerifiedWarning({ cluster }: NotVerifiedProps) {
  const denied = useNotVerified(cluster);
  if (denied === null) return null;
  return (
    <>
      {" "}
      <span data-not-verified={denied.source} className="text-blind">
        {`Not verified: ${notVerifiedText(denied)}.`}
      </span>
    </>
  );
}

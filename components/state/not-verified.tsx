"use client";

import { useNotVerified } from "@/lib/client/not-verified";
import { notVerifiedText } from "@/lib/format/source-words";

interface NotVerifiedProps {
  /** Without it, all clusters. */
  readonly cluster?: string;
}

/** The condition of counts of serving machines: no connection can be verified. */
export function NotVerified({ cluster }: NotVerifiedProps) {
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

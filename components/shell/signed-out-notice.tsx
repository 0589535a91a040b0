"use client";

import { useSignedOut, useSignedOutWhy } from "@/lib/client/signed-out";
import { useStatus } from "@/lib/client/status";
import { useViewer } from "@/lib/client/viewer";
import { pagePaths } from "@/lib/contract/url/paths";
import { SIGNED_OUT } from "@/lib/format/session-words";
import { PageBanner } from "./page-banner";

/** Banner of a viewer who is no longer signed in, with a link to sign in. Typed text stays on the page. */
export function SignedOutNotice() {
  const { loss, stream } = useStatus();
  const isRefused = useSignedOut();
  const why = useSignedOutWhy();
  const { name } = useViewer();
  if (name === null || !(isRefused || (stream === "lost" && loss === "signed out"))) return null;
  return (
    <PageBanner banner="signed-out" reason={why === null ? undefined : "renewal-refused"} title={SIGNED_OUT.title} todo={SIGNED_OUT.todo}>
      {why === null ? SIGNED_OUT.sentence : `${why} ${SIGNED_OUT.unconfirmed}`}{" "}
      <a href={pagePaths.signIn("/")} target="_blank" rel="noreferrer">
        {SIGNED_OUT.link}
      </a>
      .
    </PageBanner>
  );
}

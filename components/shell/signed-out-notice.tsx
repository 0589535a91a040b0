"use client";

import { useSignedOut, useSignedOutWhy } from "@/lib/client/signed-out";
import { useStatus } from "@/lib/client/status";
import { useViewer } from "@/lib/client/viewer";
import { pagePaths } from "@/lib/contract/url/paths";
import { SIGNED_OUT } from "@/lib/format/session-words";
import { BannerLine } from "./banner-line";

/** Says that nobody is signed in any more, and where to sign in; what was typed on the page stays. */
export function SignedOutNotice() {
  const { loss, stream } = useStatus();
  const isRefused = useSignedOut();
  const why = useSignedOutWhy();
  const { name } = useViewer();
  if (name === null || !(isRefused || (stream === "lost" && loss === "signed out"))) return null;
  return (
    <BannerLine banner="signed-out" reason={why === null ? undefined : "renewal-refused"} title={SIGNED_OUT.title} todo={SIGNED_OUT.todo}>
      {why === null ? SIGNED_OUT.sentence : `${why} ${SIGNED_OUT.unconfirmed}`}{" "}
      <a href={pagePaths.signIn("/")} target="_blank" rel="noreferrer">
        {SIGNED_OUT.link}
      </a>
      .
    </BannerLine>
  );
}

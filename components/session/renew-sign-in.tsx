"use client";

import { useEffect, useState } from "react";
import { PageBanner } from "@/components/shell/page-banner";
import { keepRenewing } from "@/lib/client/keep-renewing";
import { useLive } from "@/lib/client/live-provider";
import { renew } from "@/lib/client/renew";
import { onSession, tellSession } from "@/lib/client/session-channel";
import { useSignedOut, useSignedOutWhy } from "@/lib/client/signed-out";
import { useStatus } from "@/lib/client/status";
import { useViewer } from "@/lib/client/viewer";
import { onReturn } from "@/lib/client/wake";
import { LACKS_GROUPS } from "@/lib/format/session-words";

/** Renews the sign-in of a provider as long as the page is open. Shows a banner if the provider left the groups of the viewer out. */
export function RenewSignIn() {
  const { id } = useViewer();
  const live = useLive();
  const { loss, stream } = useStatus();
  const isRefused = useSignedOut() || (stream === "lost" && loss === "signed out");
  const why = useSignedOutWhy();
  const [lacksGroups, setLacksGroups] = useState(false);
  useEffect(() => {
    const renewing = keepRenewing({
      renew,
      told: (renewal) => {
        setLacksGroups(renewal.lacksGroups);
        if (!renewal.isRenewed && !isRefused) return;
        if (!renewal.isRenewed) return live.wake();
        // A stream goes on with the token that it began with: this one, and those of other pages, are handed over to the new one.
        tellSession(id);
        live.handOver();
      },
      setTimer: (call, ms) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    });
    const offReturn = onReturn(renewing.now);
    // Another page has renewed, or somebody signed in anew.
    const offSession = onSession(renewing.now);
    return () => {
      offReturn();
      offSession();
      renewing.stop();
    };
  }, [id, live, isRefused]);
  useEffect(() => {
    if (why !== null) live.signedOut();
  }, [why, live]);
  if (!lacksGroups) return null;
  return (
    <PageBanner banner="lacks-groups" title={LACKS_GROUPS.title} todo={LACKS_GROUPS.todo}>
      {LACKS_GROUPS.sentence}
    </PageBanner>
  );
}

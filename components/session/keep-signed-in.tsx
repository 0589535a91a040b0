"use client";

import { type ComponentType, useEffect, useState } from "react";
import { useViewer } from "@/lib/client/viewer";

const RETRY_MS = 30_000;

/** Renews the sign-in of a provider. Other kinds of sign-in have nothing to renew. */
export function KeepSignedIn() {
  const { signIn } = useViewer();
  return signIn === "oidc" ? <Renewing /> : null;
}

/** Loads the code after the page: the first renewal is due minutes later. A failed request leaves the page as it is, and is repeated. */
function Renewing() {
  const [Renew, setRenew] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isMounted = true;
    const again = () => {
      if (isMounted) timer = setTimeout(load, RETRY_MS);
    };
    const load = () => import("./renew-sign-in").then(({ RenewSignIn }) => isMounted && setRenew(() => RenewSignIn), again);
    load();
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, []);
  return Renew && <Renew />;
}

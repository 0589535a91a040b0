"use client";

import { lazy, Suspense } from "react";
import { useViewer } from "@/lib/client/viewer";

/** Loaded after the page: the first renewal is due minutes later. */
const RenewSignIn = lazy(() => import("./renew-sign-in").then((loaded) => ({ default: loaded.RenewSignIn })));

/** Renews the sign-in of a provider. Other kinds of sign-in have nothing to renew. */
export function KeepSignedIn() {
  const { signIn } = useViewer();
  if (signIn !== "oidc") return null;
  return (
    <Suspense>
      <RenewSignIn />
    </Suspense>
  );
}

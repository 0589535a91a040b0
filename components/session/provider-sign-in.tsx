"use client";

import { useEffect, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { ask } from "@/lib/client/ask";
import { renew } from "@/lib/client/renew";
import { onSession, tellSession } from "@/lib/client/session-channel";
import { beginSignIn } from "@/lib/client/sign-in";
import { signInRefusalOfStatus } from "@/lib/contract/answers/answers";
import { PageViewer } from "@/lib/contract/answers/session";
import { apiPaths } from "@/lib/contract/url/paths";
import { AlreadySignedIn, SignInHeadline } from "./sign-in-head";
import { SignInProblem, type SignInTrouble } from "./sign-in-problem";

interface ProviderSignInProps {
  /** Where to go once signed in: an address of this site. */
  readonly from: string;
  /** Who is signed in already; null = nobody. */
  readonly name: string | null;
  /** Why the last attempt was refused, or it could not be checked who this is; null = nothing is known against it. */
  readonly trouble: SignInTrouble | null;
  /** A remark about where the sign-in leads; null = none. */
  readonly note: string | null;
  /** The provider's host. */
  readonly host: string;
  /** Where one signs out at the provider; null = not known. */
  readonly signOutAddress: string | null;
  /** False = this server writes nothing. */
  readonly mayWrite: boolean;
}

/** The page of a sign-in through a provider: goes on by itself where the browser has a session that is good, or can be renewed. */
export function ProviderSignIn({ from, name, trouble: told, note, host, signOutAddress, mayWrite }: ProviderSignInProps) {
  const [trouble, setTrouble] = useState(told);
  /** The browser is signed in, and it could not be checked as whom. */
  const [isKept, setIsKept] = useState(false);
  const [phase, setPhase] = useState<"looking" | "ready" | "leaving">("looking");
  useEffect(() => {
    const stop = new AbortController();
    void lookForSession(stop.signal).then((found) => {
      if (stop.signal.aborted) return;
      if (found.kind === "signed in") return window.location.replace(from);
      setTrouble((before) => before ?? found.trouble);
      setIsKept(found.isKept);
      setPhase("ready");
    });
    return () => stop.abort();
  }, [from]);
  // Somebody signed in in another tab: so this one is, too.
  useEffect(() => onSession((viewer) => viewer !== "" && window.location.replace(from)), [from]);
  const leave = async () => {
    setPhase("leaving");
    const begun = await beginSignIn(from);
    if (begun.kind === "begun") return window.location.assign(begun.address);
    setTrouble(begun);
    setPhase("ready");
  };
  return (
    <div className="max-w-[560px]">
      <SignInHeadline through="provider" name={name} mayWrite={mayWrite} />
      {name !== null && <AlreadySignedIn name={name} from={from} />}
      <div className="mt-6 grid justify-items-start gap-2.5">
        {trouble !== null && <SignInProblem trouble={trouble} />}
        {note !== null && <p role="note">{note}</p>}
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => void leave()} disabled={phase !== "ready"}>
            {phase === "leaving" ? "Signing in" : `Sign in at ${host}`}
          </Button>
          {isKept && (
            <a href={from} className={buttonClass()}>
              Try again
            </a>
          )}
        </div>
        <p className="text-s text-ink-3">
          You are led to {host} and back. What it says of you stays in a cookie of this browser, encrypted, until you sign out, for twelve hours at most.
        </p>
        {signOutAddress !== null && (
          <p className="text-s text-ink-3">
            Signing out here does not sign you out there:{" "}
            <a href={signOutAddress} rel="noreferrer">
              sign out at {host}
            </a>
            .
          </p>
        )}
      </div>
    </div>
  );
}

type Found = { readonly kind: "signed in" } | { readonly kind: "not"; readonly trouble: SignInTrouble | null; readonly isKept: boolean };

/** Is this browser signed in, be it after a renewal? A link on another site leads here without the cookie; from here it is sent. */
async function lookForSession(signal: AbortSignal): Promise<Found> {
  const outcome = await renew();
  const isLater = outcome.kind === "later";
  if (outcome.kind !== "here")
    return { kind: "not", trouble: { refusal: isLater ? "unchecked" : "not-signed-in", problem: outcome.problem, isUnchecked: isLater }, isKept: isLater };
  if (!outcome.renewal.isKept) return { kind: "not", trouble: null, isKept: false };
  const session = await ask(apiPaths.session(), PageViewer, signal);
  if (session.kind === "refused") {
    const { problem, status = null } = session;
    return { kind: "not", trouble: { refusal: signInRefusalOfStatus(status), problem, isUnchecked: status !== 401 }, isKept: true };
  }
  tellSession(session.value.id);
  return { kind: "signed in" };
}

"use client";

import { type FormEvent, useEffect, useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { ask } from "@/lib/client/ask";
import { onSession } from "@/lib/client/session-channel";
import { type SessionOutcome, signIn } from "@/lib/client/sign-in";
import { PageViewer } from "@/lib/contract/answers/session";
import { apiPaths } from "@/lib/contract/url/paths";
import { AlreadySignedIn, SignInHeadline } from "./sign-in-head";
import { SignInProblem, type SignInTrouble } from "./sign-in-problem";

interface SignInFormProps {
  /** Where to go once signed in: an address of this site. */
  readonly from: string;
  /** Who is signed in already; null = nobody. */
  readonly name: string | null;
  /** Why it could not be checked who this is; null = it could. */
  readonly unchecked: string | null;
  /** A remark about where the sign-in leads; null = none. */
  readonly note: string | null;
  /** False = this server writes nothing. */
  readonly mayWrite: boolean;
}

/** Where it could not be checked who somebody is, it is tried again this often. Milliseconds. */
const AGAIN_MS = 5_000;

/** The one page without a viewer: takes a token of the cluster. */
export function SignInForm({ from, name, unchecked, note, mayWrite }: SignInFormProps) {
  // A secret: it is not kept beyond the form, as what is typed into other forms is.
  const [typed, setTyped] = useState("");
  // Before its scripts are there, a form would be sent as an address.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  const [outcome, setOutcome] = useState<SessionOutcome | "sending" | null>(null);
  const id = useId();
  useEffect(() => {
    // A link on another site leads here without the cookie; from here it is sent.
    const stop = new AbortController();
    const look = () => void ask(apiPaths.session(), PageViewer, stop.signal).then(({ kind }) => kind === "here" && window.location.replace(from));
    if (name === null && unchecked === null) look();
    // Whoever is signed in and could not be checked goes on by himself once he can be.
    const again = unchecked === null ? undefined : setInterval(look, AGAIN_MS);
    return () => {
      clearInterval(again);
      stop.abort();
    };
  }, [from, name, unchecked]);
  // Somebody signed in in another tab: so this one is, too.
  useEffect(() => onSession((viewer) => viewer !== "" && window.location.replace(from)), [from]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (outcome === "sending") return;
    setOutcome("sending");
    const told = await signIn(typed);
    setOutcome(told);
    // The whole page anew: nothing of whoever was here before stays.
    if (told.kind === "done") window.location.assign(from);
  };
  const trouble = troubleOf(outcome, unchecked);
  return (
    <div className="max-w-[560px]">
      <SignInHeadline through="token" name={name} mayWrite={mayWrite} />
      {note !== null && (
        <p role="note" data-note="long-link" className="mt-4">
          {note}
        </p>
      )}
      {name !== null && <AlreadySignedIn name={name} from={from} />}
      <form onSubmit={submit} className="mt-6 grid gap-2.5">
        <label className="grid gap-1 text-s text-ink-2">
          Token of the cluster
          <input
            type="password"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            disabled={!isReady}
            autoComplete="off"
            spellCheck={false}
            required
            aria-invalid={trouble !== null}
            aria-describedby={trouble === null ? id : `${id}-problem ${id}`}
            className="h-9 rounded-control border border-line-2 bg-paper px-2 font-mono text-m text-ink max-desk:h-11"
          />
        </label>
        <p id={id} className="text-s text-ink-3">
          <code className="font-mono">kubectl create token NAME -n NAMESPACE</code> prints one. It stays in a cookie of this browser, encrypted, until you sign
          out, for twelve hours at most.
        </p>
        {trouble !== null && <SignInProblem trouble={trouble} id={`${id}-problem`} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={!isReady} aria-disabled={outcome === "sending"}>
            {outcome === "sending" ? "Signing in" : "Sign in"}
          </Button>
          {unchecked !== null && (
            <a href={from} className={buttonClass()}>
              Try again
            </a>
          )}
        </div>
      </form>
    </div>
  );
}

/** What was said to the last token; else why it could not be checked who this is. */
function troubleOf(outcome: SessionOutcome | "sending" | null, unchecked: string | null): SignInTrouble | null {
  if (outcome !== null && outcome !== "sending" && outcome.kind === "refused") return outcome;
  return unchecked === null ? null : { refusal: "unchecked", problem: unchecked, isUnchecked: true };
}

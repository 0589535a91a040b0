import { statementAttributes } from "@/components/state/statement";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import type { SignInStatement } from "@/lib/domain/statements/sign-in";
import { signedInWords, signInWords } from "@/lib/format/session-words";

/** The headline of a page for signing in. */
export function SignInHeadline(parts: Omit<SignInStatement, "kind"> & { readonly mayWrite: boolean }) {
  const statement: SignInStatement = { kind: "sign-in", ...parts };
  return (
    <Headline data={statementAttributes(statement)} sub={signInWords(parts)}>
      Sign in to Stolos.
    </Headline>
  );
}

/** Names the user who is signed in already, with the way back. */
export function AlreadySignedIn({ name, from }: { readonly name: string; readonly from: string }) {
  return (
    <p className="mt-4">
      {signedInWords({ name })}{" "}
      <a href={from} className={buttonClass()}>
        Go on
      </a>
    </p>
  );
}

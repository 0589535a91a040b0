import { statementAttributes } from "@/components/state/statement";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import type { SignInStatement } from "@/lib/domain/statements/sign-in";
import { PROXY_WORDS, signedInWords } from "@/lib/format/session-words";

interface ProxySignInProps {
  /** Where to go on: an address of this site. */
  readonly from: string;
  readonly name: string;
  /** Where the proxy signs people out; null = nobody has said where. */
  readonly signOutUrl: string | null;
}

/** The sign-in page where a proxy signs people in: who it says that this is, and where to sign out. Within the frame of all pages. */
export function ProxySignIn({ from, name, signOutUrl }: ProxySignInProps) {
  const statement: SignInStatement = { kind: "sign-in", through: "proxy", name, mayWrite: null };
  return (
    <div className="max-w-[560px]">
      <Headline data={statementAttributes(statement)} sub={PROXY_WORDS.sub}>
        {PROXY_WORDS.title}
      </Headline>
      <p className="mt-4">{signedInWords({ name })}</p>
      <p className="mt-5 flex gap-2">
        <a href={from} className={buttonClass("primary")}>
          {PROXY_WORDS.open}
        </a>
        {signOutUrl !== null && (
          <a href={signOutUrl} className={buttonClass()} rel="noreferrer">
            {PROXY_WORDS.out}
          </a>
        )}
      </p>
    </div>
  );
}

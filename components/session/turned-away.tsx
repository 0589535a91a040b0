import { statementAttributes } from "@/components/state/statement";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import type { SignInRefusalCode } from "@/lib/contract/answers/answers";
import type { AccessRefusedStatement } from "@/lib/domain/statements/sign-in";
import { SignInProblem } from "./sign-in-problem";

interface TurnedAwayProps {
  readonly refusal: SignInRefusalCode;
  readonly title: string;
  /** Why, and what to do: the server's own sentence. */
  readonly detail: string;
  /** Where to go on; null = nobody has said where. */
  readonly link: { readonly href: string; readonly text: string } | null;
  /** Nobody can say now who it is: that is another thing than to be refused. */
  readonly isUnchecked?: boolean;
}

/** What whoever is not let in reads, and where to go on. */
export function TurnedAway({ refusal, title, detail, link, isUnchecked = false }: TurnedAwayProps) {
  const statement: AccessRefusedStatement = { kind: "turned-away", refusal };
  const data = statementAttributes(statement);
  return (
    <div className="max-w-[560px]">
      {isUnchecked ? (
        <Headline data={data}>{title}</Headline>
      ) : (
        <Headline data={data} sub={detail}>
          {title}
        </Headline>
      )}
      {isUnchecked && (
        <div className="mt-4">
          <SignInProblem trouble={{ refusal, problem: detail, isUnchecked }} />
        </div>
      )}
      {link !== null && (
        <p className="mt-5">
          <a href={link.href} className={buttonClass("primary")}>
            {link.text}
          </a>
        </p>
      )}
    </div>
  );
}

import type { SignInRefusalCode } from "@/lib/contract/answers/answers";

/** Why somebody is not signed in: refused, or (`isUnchecked`) nobody can say now who it is. */
export interface SignInTrouble {
  readonly refusal: SignInRefusalCode;
  readonly problem: string;
  readonly isUnchecked: boolean;
}

/** What a sign-in page says of it: not to know is no fault of whoever signs in, and has the colour of not knowing. */
export function SignInProblem({ trouble: { refusal, problem, isUnchecked }, id }: { readonly trouble: SignInTrouble; readonly id?: string }) {
  const tone = isUnchecked ? "border-blind-cell bg-blind-wash text-blind" : "border-bad-cell bg-bad-wash text-bad";
  return (
    <p id={id} role="alert" data-refusal={refusal} className={`w-full border-l-2 px-3 py-2 wrap-anywhere ${tone}`}>
      {problem}
    </p>
  );
}

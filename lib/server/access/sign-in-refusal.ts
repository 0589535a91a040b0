import { type SignInRefusalCode, signInRefusalOfStatus } from "@/lib/contract/answers/answers";
import { Refusal } from "@/lib/server/http/problem";

/** A refused user whose reason the status alone does not say. */
export class SignInRefusal extends Refusal {
  constructor(
    readonly reason: SignInRefusalCode,
    ...refused: ConstructorParameters<typeof Refusal>
  ) {
    super(...refused);
  }
}

/** The code of a refusal, for pages. Modules exist several times in a process, so the property decides, not the class. */
export function refusalReason(refusal: Refusal): SignInRefusalCode {
  return "reason" in refusal ? (refusal.reason as SignInRefusalCode) : signInRefusalOfStatus(refusal.status);
}

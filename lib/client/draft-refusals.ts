import type { GroupDraft, RejectedDraftObject } from "@/lib/contract/answers/drafts";
import type { FieldError } from "@/lib/domain/edit/field-errors";
import type { DraftObject } from "./draft-objects";
import type { GroupNote } from "./group-text";
import { refusalNotes } from "./refusal-notes";

/** The refusals of a draft once one of its objects was answered. `causes`: which of its fields are refused; none = it was taken, or refused as a whole. */
export function refusalsAfter(
  { refusals = [], group }: Pick<GroupDraft, "refusals" | "group">,
  { kind, text }: Pick<DraftObject, "kind" | "text">,
  causes: readonly FieldError[],
): RejectedDraftObject[] {
  const others = refusals.filter((refusal) => refusal.kind !== kind);
  if (causes.length === 0) return others;
  // The account is typed as a field of the group.
  if (kind === "ServiceAccount") return [...others, { kind, text: group, causes: causes.map((cause) => ({ ...cause, field: ACCOUNT_FIELD })) }];
  return [...others, { kind, text, causes: [...causes] }];
}

/** What was refused of the group of a draft, or of the account that is made with it, at the fields and lines of the group's text. */
export function groupRefusals({ refusals = [], group }: GroupDraft): readonly GroupNote[] {
  return notesOf(refusals, ["ServiceAccount", "WorkloadGroup"], group);
}

/** What was refused of the host that is made with a draft, at the fields and lines of its text. */
export function hostRefusals({ refusals = [], reach }: GroupDraft): readonly GroupNote[] {
  if (reach.how !== "service" && reach.how !== "serviceentry") return [];
  return notesOf(refusals, [reach.how === "service" ? "Service" : "ServiceEntry"], reach.text);
}

const ACCOUNT_FIELD = "spec.template.serviceAccount";

function notesOf(refusals: readonly RejectedDraftObject[], kinds: readonly RejectedDraftObject["kind"][], text: string): readonly GroupNote[] {
  return refusals.filter(({ kind }) => kinds.includes(kind)).flatMap((refusal) => refusalNotes(refusal, text));
}

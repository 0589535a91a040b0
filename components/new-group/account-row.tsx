import { Checkbox } from "@/components/ui/checkbox";
import { useAnswer } from "@/lib/client/use-answer";
import { useSettled } from "@/lib/client/use-settled";
import { ServiceAccountUsers } from "@/lib/contract/answers/leftovers";
import { apiPaths } from "@/lib/contract/url/paths";
import { asText, valueAt } from "@/lib/domain/preview/values";
import { accountHint } from "@/lib/format/new-group/account-words";
import type { OpenDraft } from "./draft-page";
import type { GroupForm } from "./group-form";
import { TextRow } from "./text-row";

const PATH = ["spec", "template", "serviceAccount"];

/** The account whose tokens let machines join: whether it is made with the group, and whether one of its name is there and who has it. */
export function AccountRow({ form, open: { draft, change } }: { readonly form: GroupForm; readonly open: OpenDraft }) {
  const account = asText(valueAt(form.value, PATH));
  const settled = useSettled(account);
  const asked = useAnswer(settled === "" ? null : apiPaths.account(draft.cluster, draft.namespace, settled), ServiceAccountUsers);
  const use = asked.kind === "here" && settled === account ? asked.value : null;
  return (
    <TextRow form={form} label="Service account" path={PATH} hint={accountHint({ account, isMade: draft.makeAccount, use })}>
      <Checkbox label="make it" className="whitespace-nowrap" checked={draft.makeAccount} onChange={(event) => change({ makeAccount: event.target.checked })} />
    </TextRow>
  );
}

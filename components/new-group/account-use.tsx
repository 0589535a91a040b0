"use client";

import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { useAnswer } from "@/lib/client/use-answer";
import { ServiceAccountUsers } from "@/lib/contract/answers/leftovers";
import { apiPaths } from "@/lib/contract/url/paths";
import { accountUseWords } from "@/lib/format/new-group/account-words";

interface AccountInUseProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly account: string;
}

/** The account that a group names and that is not made with it: whether it is there, and who else is known by its token. */
export function AccountInUse({ cluster, namespace, account }: AccountInUseProps) {
  return (
    <section aria-labelledby="account-in-use" className="mt-4 border-b border-line pb-2.5">
      <h2 id="account-in-use" className="text-m font-semibold wrap-anywhere">
        ServiceAccount <span className="font-mono font-normal">{`${namespace}/${account}`}</span>{" "}
        <span className="text-s font-normal text-ink-2">is named by the group, and not made</span>
      </h2>
      <div className="mt-1 max-w-[62em] text-s wrap-anywhere text-ink-2">
        <AccountUsers cluster={cluster} namespace={namespace} account={account} />
      </div>
    </section>
  );
}

/** Whether an account is there, and who is known by its token. */
export function AccountUsers({ cluster, namespace, account }: AccountInUseProps) {
  const use = useAnswer(apiPaths.account(cluster, namespace, account), ServiceAccountUsers);
  return (
    <div role="status" className="grid gap-1">
      {use.kind === "waiting" && <p data-reading="account-users">Reading who uses it</p>}
      {use.kind === "refused" && <p className="text-bad">{use.problem}</p>}
      <NotRenewedLine answer={use} />
      {use.kind === "here" && accountUseWords(use.value).map((words) => <p key={words}>{words}</p>)}
    </div>
  );
}

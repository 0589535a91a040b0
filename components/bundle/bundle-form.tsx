"use client";

import { useState } from "react";
import { Headline } from "@/components/ui/headline";
import { Link } from "@/lib/client/page-link";
import type { BundleStart } from "@/lib/contract/bundle";
import { pagePaths } from "@/lib/contract/paths";
import { bundleHeadline } from "@/lib/format/bundle-page-words";
import { type BundleDraft, draftOf } from "./bundle-draft";
import type { BundlePlace } from "./bundle-view";
import { Handover } from "./handover";
import { MachineFields } from "./machine-fields";
import { MadeFiles } from "./made-files";
import { MakeControls } from "./make-controls";
import { MeshFields } from "./mesh-fields";
import { useMake } from "./use-make";

/** The form and what came of it. What was typed stays, whatever is refused. */
export function BundleForm({ start, ...place }: BundlePlace & { readonly start: BundleStart }) {
  const { cluster, namespace, name } = place;
  const [draft, setDraft] = useState(() => draftOf(start, name));
  const { made, archive, busy, problem, make, forget } = useMake(place);
  const onChange = (change: Partial<BundleDraft>) => setDraft({ ...draft, ...change });
  const problemAt = (field: string) => (problem !== null && problem.field === field ? problem.text : "");
  const { strong, rest } = bundleHeadline({ name, machines: draft.machines.length });
  const account = start.account || draft.account;
  return (
    <>
      <div className="mt-6">
        <Headline sub={<Link href={pagePaths.arrive(cluster, namespace, name)}>Then see whether it arrives</Link>}>
          <b>{strong}</b> {rest}
        </Headline>
      </div>
      <MeshFields start={start} draft={draft} onChange={onChange} problemAt={problemAt} />
      <MachineFields draft={draft} onChange={onChange} problemAt={problemAt} group={name} />
      <MakeControls
        place={{ cluster, namespace, name: account }}
        hasAccount={start.account !== ""}
        draft={draft}
        onChange={onChange}
        busy={busy}
        archive={archive}
        problem={problem}
        onMake={(form, withToken) => make(draft, form, withToken)}
      />
      {made !== null && <MadeFiles made={made} onHide={forget} />}
      <Handover cluster={cluster} namespace={namespace} account={account} seconds={draft.minutes * 60} start={start} made={made} />
    </>
  );
}

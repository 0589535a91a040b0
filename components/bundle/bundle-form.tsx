"use client";

import { useState } from "react";
import { Headline } from "@/components/ui/headline";
import { ask } from "@/lib/client/ask";
import { Link } from "@/lib/client/page-link";
import { BundleStart } from "@/lib/contract/bundle";
import { apiPaths, pagePaths } from "@/lib/contract/paths";
import { bundleHeadline } from "@/lib/format/bundle-page-words";
import { type BundleDraft, draftOf, readAnew } from "./bundle-draft";
import type { BundlePlace } from "./bundle-view";
import { Handover } from "./handover";
import { MachineFields } from "./machine-fields";
import { MadeFiles } from "./made-files";
import { MakeControls } from "./make-controls";
import { MeshFields } from "./mesh-fields";
import { useMake } from "./use-make";

/** The form and what came of it. What was typed stays, whatever is refused. */
export function BundleForm({ start: first, ...place }: BundlePlace & { readonly start: BundleStart }) {
  const { cluster, namespace, name } = place;
  const [{ start, draft }, setForm] = useState(() => ({ start: first, draft: draftOf(first, name) }));
  const [unread, setUnread] = useState("");
  const { made, archive, busy, problem, make, forget } = useMake(place);
  const onChange = (change: Partial<BundleDraft>) => setForm({ start, draft: { ...draft, ...change } });
  const onReadAgain = async () => {
    const answer = await ask(apiPaths.bundle(cluster, namespace, name, draft.revision), BundleStart, new AbortController().signal);
    setUnread(answer.kind === "refused" ? answer.problem : "");
    if (answer.kind === "here") setForm((now) => ({ start: answer.value, draft: readAnew(now.draft, now.start, answer.value) }));
  };
  const problemAt = (field: string) => {
    if (problem !== null && problem.field === field) return problem.text;
    return field === "revision" ? unread : "";
  };
  const { strong, rest } = bundleHeadline({ name, machines: draft.machines.length });
  const account = start.account || draft.account;
  const scripts = { context: cluster, namespace, group: name, account, seconds: draft.minutes * 60, version: start.version.value };
  return (
    <>
      <div className="mt-6">
        <Headline sub={<Link href={pagePaths.arrive(cluster, namespace, name)}>Then see whether it arrives</Link>}>
          <b>{strong}</b> {rest}
        </Headline>
      </div>
      <MeshFields start={start} draft={draft} onChange={onChange} problemAt={problemAt} onReadAgain={onReadAgain} />
      <MachineFields draft={draft} onChange={onChange} problemAt={problemAt} group={name} />
      <MakeControls
        place={{ cluster, namespace, name: account }}
        hasAccount={start.account !== ""}
        draft={draft}
        rails={start.rails}
        onChange={onChange}
        busy={busy}
        archive={archive}
        problem={problem}
        onMake={(form, withToken) => make(draft, form, withToken)}
      />
      {made !== null && <MadeFiles made={made} scripts={scripts} onHide={forget} />}
      <Handover scripts={scripts} start={start} made={made} />
    </>
  );
}

"use client";

import { statementAttributes } from "@/components/state/statement";
import { Elsewhere } from "@/components/table/elsewhere";
import { Headline } from "@/components/ui/headline";
import { Link } from "@/lib/client/page-link";
import type { BundleDefaults } from "@/lib/contract/answers/bundle";
import { pagePaths } from "@/lib/contract/url/paths";
import { containsPrivateKey } from "@/lib/domain/bundle/credentials";
import { bundleHeadline } from "@/lib/format/bundle-page-words";
import { privateKeyWords } from "@/lib/format/bundle-words";
import type { BundlePlace } from "./bundle-view";
import { Handover } from "./handover";
import { KeptNote } from "./kept-note";
import { MachineFields } from "./machine-fields";
import { MadeFiles } from "./made-files";
import { MakeControls } from "./make-controls";
import { MeshFields } from "./mesh-fields";
import { useBundleDraft } from "./use-bundle-draft";
import { useMake } from "./use-make";

/** The form and what came of it. What was typed stays, whatever is refused. */
export function BundleForm({ start: first, ...place }: BundlePlace & { readonly start: BundleDefaults }) {
  const { cluster, namespace, name } = place;
  const { start, draft, isTyped, keptIn, unread, change, readAgain, beginAnew } = useBundleDraft(place, first);
  const { made, archive, busy, problem, make, forget } = useMake(place);
  const problemAt = (field: string) => {
    if (problem !== null && problem.field === field) return problem.text;
    if (field === "rootCertificate" && containsPrivateKey(draft.rootCertificate)) return privateKeyWords();
    return field === "revision" ? unread : "";
  };
  const statement = { kind: "bundle", group: name, machines: draft.machines.length } as const;
  const { strong, rest } = bundleHeadline(statement);
  const account = start.account || draft.account;
  const scripts = { context: cluster, namespace, group: name, account, seconds: draft.minutes * 60, version: start.version.value };
  return (
    <>
      <div className="mt-6">
        <Headline data={statementAttributes(statement)} sub={<Link href={pagePaths.arrive(cluster, namespace, name)}>Then see whether it arrives</Link>}>
          <b>{strong}</b> {rest}
        </Headline>
        <Elsewhere about={`group ${name}`} fields={{ cluster, namespace, group: name }} />
      </div>
      <KeptNote isTyped={isTyped} keptIn={keptIn} onAnew={() => void beginAnew()} />
      <MeshFields start={start} draft={draft} onChange={change} problemAt={problemAt} onReadAgain={() => void readAgain()} />
      <MachineFields draft={draft} onChange={change} problemAt={problemAt} group={name} />
      <MakeControls
        place={{ cluster, namespace, name: account }}
        hasAccount={start.account !== ""}
        draft={draft}
        rails={start.rails}
        onChange={change}
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

"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { statementAttributes } from "@/components/state/statement";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { isDescribed } from "@/lib/client/draft-objects";
import { newDraftId, saveDraft } from "@/lib/client/drafts";
import { Link } from "@/lib/client/page-link";
import { type HeldDraft, useDraft } from "@/lib/client/use-draft";
import { useViewer } from "@/lib/client/viewer";
import { formatGroupDraftAddress, type GroupDraft, type GroupDraftAddress, type GroupDraftStep } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { initialGroupYaml } from "@/lib/domain/new-group/initial-yaml";
import { StepBar } from "./step-bar";

/** A draft that is here, and how to change it. */
export interface OpenDraft extends Omit<HeldDraft, "draft"> {
  readonly draft: GroupDraft;
}

interface DraftPageProps {
  readonly place: GroupDraftAddress;
  readonly step: GroupDraftStep;
  readonly children: (open: OpenDraft) => ReactNode;
}

/** A step of a draft: what it is about, where one is, and the draft itself as this browser keeps it. An address without a draft begins one. */
export function DraftPage({ place, step, children }: DraftPageProps) {
  useBegunDraft(place, step);
  const { draft, isStored, change } = useDraft(place.draft);
  const isBegun = place.draft !== "";
  const statement = { kind: "new-group", step, namespace: place.namespace };
  return (
    <>
      <Headline data={statementAttributes(statement)}>
        New group in <span className="font-mono text-[.9em] wrap-anywhere">{place.namespace || "…"}</span>
      </Headline>
      <div className="mt-4">
        <StepBar current={step} of={{ draft: place }} done={doneBefore(step, draft)} />
      </div>
      {place.namespace === "" && <NoPlace />}
      {isBegun && draft === null && <NoDraft place={place} step={step} />}
      {!isStored && (
        <Notice kind="error" title="This browser keeps nothing">
          Its storage is switched off or full: what you type is lost when you leave the page. Copy the YAML before.
        </Notice>
      )}
      {place.namespace !== "" && (draft === undefined || !isBegun) && <Skeleton rows={8} label="Opening the draft" />}
      {isBegun && draft !== undefined && draft !== null && children({ draft, isStored, change })}
    </>
  );
}

/** The steps before this one that are done: a group is described once it can be read and has a name, and reached once it was chosen how. */
function doneBefore(step: GroupDraftStep, draft: GroupDraft | null | undefined): readonly GroupDraftStep[] {
  const done: GroupDraftStep[] = ["ready"];
  if (step === "describe" || draft == null) return done;
  if (isDescribed(draft)) done.push("describe");
  if (step === "review" && draft.reach.how !== "none") done.push("reach");
  return done;
}

/** Begins a draft where the address names none, and names it there: a reload finds it again. */
function useBegunDraft({ cluster, namespace, draft }: GroupDraftAddress, step: GroupDraftStep): void {
  const router = useRouter();
  const { id: viewer } = useViewer();
  useEffect(() => {
    if (draft !== "" || namespace === "") return;
    const id = newDraftId();
    saveDraft(viewer, { id, cluster, namespace, group: initialGroupYaml(namespace), makeAccount: true, reach: { how: "none" } });
    router.replace(pagePaths.newGroup(step, formatGroupDraftAddress({ cluster, namespace, draft: id })));
  }, [router, viewer, cluster, namespace, draft, step]);
}

function NoPlace() {
  return (
    <Notice kind="empty" title="No namespace is chosen" actions={<Link href={pagePaths.newGroup("ready")}>Choose cluster and namespace</Link>}>
      A group is made in one namespace of one cluster.
    </Notice>
  );
}

function NoDraft({ place, step }: { readonly place: GroupDraftAddress; readonly step: GroupDraftStep }) {
  const { draft: _, ...rest } = place;
  return (
    <Notice
      kind="not-found"
      title="This browser has no such draft"
      actions={
        <Link prefetch={false} href={pagePaths.newGroup(step, formatGroupDraftAddress({ ...rest, draft: "" }))}>
          Begin a new one
        </Link>
      }
    >
      Drafts stay in the browser in which they were typed, and go with the sign-out.
    </Notice>
  );
}

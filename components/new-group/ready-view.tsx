"use client";

import { statementAttributes } from "@/components/state/statement";
import { NO_ROWS } from "@/components/table/first-window";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import { formatGroupDraftAddress, type GroupDraftAddress } from "@/lib/contract/answers/drafts";
import { pagePaths } from "@/lib/contract/url/paths";
import { DraftList } from "./draft-list";
import { GroupPlaceList } from "./group-place-list";
import { PlaceForm } from "./place-form";
import { ReadyPlace } from "./ready-place";
import { StepBar } from "./step-bar";

/** The first step: where the group is made, what one may do there, and what the mesh gives to its machines. */
export function ReadyView({ place }: { readonly place: GroupDraftAddress }) {
  const { state } = useView("shell", "", NO_ROWS);
  const { cluster, namespace } = place;
  const statement = { kind: "new-group", step: "ready", namespace };
  const clusters = state?.head.clusters ?? [];
  const chosen = cluster || (clusters[0] ?? "");
  return (
    <>
      <Headline data={statementAttributes(statement)}>
        New group{" "}
        {namespace !== "" && (
          <>
            in <span className="font-mono text-[.9em] wrap-anywhere">{namespace}</span>
          </>
        )}
      </Headline>
      <div className="mt-4">
        <StepBar current="ready" of={{ draft: { ...place, cluster: chosen } }} />
      </div>
      <PlaceForm key={`${cluster} ${namespace}`} asked={cluster} place={{ ...place, cluster: chosen }} head={state?.head ?? null} />
      {namespace === "" && <GroupPlaceList cluster={chosen} />}
      {namespace !== "" && chosen !== "" && (
        <>
          <ReadyPlace cluster={chosen} namespace={namespace} />
          <div className="mt-4 flex justify-end">
            <Link
              prefetch={false}
              href={pagePaths.newGroup("describe", formatGroupDraftAddress({ ...place, cluster: chosen }))}
              className={buttonClass("primary")}
            >
              Next: describe it
            </Link>
          </div>
        </>
      )}
      <DraftList current={place.draft} />
    </>
  );
}

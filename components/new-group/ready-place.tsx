"use client";

import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Section } from "@/components/ui/section";
import { useAnswer } from "@/lib/client/use-answer";
import { NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { apiPaths } from "@/lib/contract/url/paths";
import { IstiodRevisions } from "./istiod-revisions";
import { MeshFacts } from "./mesh-facts";
import { RailsList } from "./rails-list";
import { RightList } from "./right-list";

interface ReadyPlaceProps {
  readonly cluster: string;
  readonly namespace: string;
}

/** What is to be known of a namespace before a group is made in it. */
export function ReadyPlace({ cluster, namespace }: ReadyPlaceProps) {
  const asked = useAnswer(apiPaths.preflight(cluster, namespace), NewGroupPreflight);
  return (
    <div className="grid grid-cols-1 gap-x-[34px] wide:grid-cols-2">
      <div className="min-w-0">
        <Section name="permissions" title="What you may do there" aside="asked of Kubernetes as you">
          <RightList cluster={cluster} namespace={namespace} />
        </Section>
        {asked.kind === "here" && asked.value.rails.kind !== "none" && (
          <Section name="policies" title="What the platform team allows">
            <RailsList answer={asked.value.rails} namespace={namespace} />
          </Section>
        )}
        <Section name="revisions" title="Which istiod takes machines">
          <NotRenewedLine answer={asked} />
          <IstiodRevisions asked={asked} />
        </Section>
      </div>
      <div className="min-w-0">
        <Section name="mesh-values" title="What the mesh gives">
          <NotRenewedLine answer={asked} />
          <MeshFacts cluster={cluster} asked={asked} />
        </Section>
      </div>
    </div>
  );
}

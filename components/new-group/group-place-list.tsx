"use client";

import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { useAnswer } from "@/lib/client/use-answer";
import { formatGroupDraftAddress } from "@/lib/contract/answers/drafts";
import { CreatableNamespaces } from "@/lib/contract/answers/platform-policy";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import { GROUP_PLACE_WORDS, unaskedPlacesWords } from "@/lib/format/new-group/group-place-words";
import { Item, type ItemState } from "./item";

const STATES = { may: "ok", "missing-right": "problem", "ruled-out": "problem", "not-known": "unseen" } as const satisfies Record<string, ItemState>;

/** The namespaces that a viewer sees, those in which a group may be made first: a step on from here leads into one. */
export function GroupPlaceList({ cluster }: { readonly cluster: string }) {
  const asked = useAnswer(cluster === "" ? null : apiPaths.groupPlaces(cluster), CreatableNamespaces);
  if (asked.kind === "refused") return <p className="mt-5 text-ink-2">{asked.problem}</p>;
  const { places, unasked } = asked.kind === "here" ? asked.value : { places: [], unasked: 0 };
  const isOld = asked.kind === "here" && asked.notRenewed !== undefined;
  const open = places.filter(({ answer }) => answer === "may");
  const shut = places.filter(({ answer }) => answer !== "may");
  return (
    <Section name="namespaces" title="Where you may make a group" aside="asked of Kubernetes as you">
      <NotRenewedLine answer={asked} />
      <ul aria-label="Namespaces">
        {asked.kind === "waiting" && <Item state="waiting" title="Each namespace that you see" />}
        {asked.kind === "here" && places.length === 0 && <Item state="unseen" title="You see no namespace. Type one that you know." />}
        {[...open, ...shut].map(({ namespace, answer }) => (
          <Item
            key={namespace}
            state={isOld ? "unseen" : STATES[answer]}
            title={
              <Link prefetch={false} href={pagePaths.newGroup("ready", formatGroupDraftAddress({ cluster, namespace, draft: "" }))} className="font-mono">
                {namespace}
              </Link>
            }
          >
            {GROUP_PLACE_WORDS[answer]}
          </Item>
        ))}
      </ul>
      {unasked > 0 && <p className="mt-2 text-s text-ink-3">{unaskedPlacesWords({ unasked })}</p>}
    </Section>
  );
}

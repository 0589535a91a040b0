"use client";

import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { useAnswer } from "@/lib/client/use-answer";
import { CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { askForRightWords, RIGHT_WORDS } from "@/lib/format/new-group/ready-words";
import { Item } from "./item";

interface RightListProps {
  readonly cluster: string;
  readonly namespace: string;
}

type Right = keyof typeof RIGHT_WORDS;
const RIGHTS = Object.keys(RIGHT_WORDS) as readonly Right[];

/** What the viewer may do in the namespace, by what each step needs. */
export function RightList(place: RightListProps) {
  return (
    <ul aria-label="Rights">
      {RIGHTS.map((right) => (
        <RightItem key={right} right={right} {...place} />
      ))}
    </ul>
  );
}

/** What is made has no name yet: the answer is about the kind. */
function RightItem({ right, cluster, namespace }: RightListProps & { readonly right: Right }) {
  const asked = useAnswer(apiPaths.command(right, { cluster, namespace, name: "unnamed" }), CommandPermission);
  const missing = asked.kind === "here" ? asked.value.missingRights?.join(", ") : undefined;
  const data = { "data-right": right, "data-namespace": namespace, "data-missing": missing };
  if (asked.kind === "waiting") return <Item state="waiting" title={RIGHT_WORDS[right]} data={data} />;
  if (asked.kind === "refused") {
    return (
      <Item state="unseen" title={RIGHT_WORDS[right]} data={data}>
        {asked.problem}
      </Item>
    );
  }
  return (
    <Item state={asked.notRenewed !== undefined ? "unseen" : asked.value.may ? "ok" : "problem"} title={RIGHT_WORDS[right]} data={data}>
      {!asked.value.may && askForRightWords({ missing: asked.value.missing, namespace })}
      <NotRenewedLine answer={asked} />
    </Item>
  );
}

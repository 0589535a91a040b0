"use client";

import { Command } from "cmdk";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { StateBadge } from "@/components/state/state-badge";
import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { useAnswer } from "@/lib/client/use-answer";
import { useSettled } from "@/lib/client/use-settled";
import { SearchAnswer, type SearchHit } from "@/lib/contract/answers/answers";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import { usePickedScope } from "./use-picked-scope";

type Hit = z.infer<typeof SearchHit>;

interface PaletteSearchResultsProps {
  readonly text: string;
  /** True if only machines are searched, and a result opens the machine's drain form. */
  readonly isDrain: boolean;
  readonly onGo: (href: string) => void;
  /** Called with the first result, so that Enter opens it. */
  readonly onFirst: (id: string) => void;
}

export const PALETTE_GROUP_CLASS =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3";
export const PALETTE_ITEM_CLASS = "flex min-h-8 items-center justify-between gap-4 rounded-small px-2.5 data-[selected=true]:bg-accent-soft max-desk:min-h-11";

const KINDS = {
  group: "Groups",
  host: "Services",
  entry: "Machines",
  incident: "Incidents",
  namespace: "Namespaces",
  replica: "Replicas",
  zone: "Zones",
  network: "Networks",
} as const satisfies Record<Hit["kind"], string>;

/** Search results from the server, grouped by kind, best match first, and a link to the full list. */
export function PaletteSearchResults({ text, isDrain, onGo, onFirst }: PaletteSearchResultsProps) {
  const settled = useSettled(text);
  const answer = useAnswer(settled === "" ? null : apiPaths.search(settled), SearchAnswer);
  const { picked } = usePickedScope();
  const all = answer.kind === "here" && settled !== "" ? answer.value.hits : [];
  const hits = isDrain ? all.filter(({ kind }) => kind === "entry") : all;
  const [first] = hits;
  const firstId = first === undefined ? null : hitId(first);
  useEffect(() => {
    if (firstId !== null) onFirst(firstId);
  }, [firstId, onFirst]);
  if (text === "") return null;
  // An answer that could not be refreshed may show old states.
  const isOld = answer.kind === "here" && answer.notRenewed !== undefined;
  const key = text.startsWith("#") ? text.slice(1) : null;
  const list = key === null ? entriesHref(picked, text) : incidentsHref(picked, key);
  const open = (hit: Hit) => onGo(isDrain ? `${hrefOf(hit)}#drain` : hrefOf(hit));
  return (
    <>
      {[...new Set(hits.map(({ kind }) => kind))].map((kind) => (
        <Command.Group key={kind} heading={isDrain ? "Drain" : KINDS[kind]} className={PALETTE_GROUP_CLASS}>
          {hits
            .filter((hit) => hit.kind === kind)
            .map((hit) => (
              <HitItem key={hitId(hit)} hit={hit} text={text} isOld={isOld} onOpen={open} />
            ))}
        </Command.Group>
      ))}
      <Command.Group className={PALETTE_GROUP_CLASS}>
        <Command.Item value="all-entries" onSelect={() => onGo(list)} className={PALETTE_ITEM_CLASS}>
          <span className="truncate">
            All {key === null ? "entries" : "incidents"} that match <span className="font-mono text-s">{key ?? text}</span>
          </span>
        </Command.Item>
        {answer.kind === "refused" && <p className="px-2.5 py-1.5 text-bad">{answer.problem}</p>}
        <div className="px-2.5">
          <NotRenewedLine answer={answer} />
        </div>
      </Command.Group>
    </>
  );
}

interface HitItemProps {
  readonly hit: Hit;
  readonly text: string;
  readonly isOld: boolean;
  readonly onOpen: (hit: Hit) => void;
}

function HitItem({ hit, text, isOld, onOpen }: HitItemProps) {
  const several = useSeveralClusters();
  const about = describedBy(hit, several).join(" · ");
  return (
    <Command.Item value={hitId(hit)} data-kind={hit.kind} onSelect={() => onOpen(hit)} className={PALETTE_ITEM_CLASS}>
      <span className="max-w-[60%] min-w-0 truncate font-mono text-s" title={hit.name}>
        <Matched name={hit.name} text={text.replace(/^#/, "")} />
      </span>
      <span className="flex min-w-0 items-center gap-3 text-s text-ink-2">
        <span className="truncate" title={about}>
          {about}
        </span>
        {hit.state !== null && !isOld && <StateBadge state={hit.state} vouched={hit.vouched} cluster={hit.cluster} />}
      </span>
    </Command.Item>
  );
}

/** A name with the matched part in bold. */
function Matched({ name, text }: { readonly name: string; readonly text: string }) {
  const at = name.toLowerCase().indexOf(text.toLowerCase());
  if (at < 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <b className="font-semibold">{name.slice(at, at + text.length)}</b>
      {name.slice(at + text.length)}
    </>
  );
}

type Picked = ReturnType<typeof usePickedScope>["picked"];

function entriesHref(picked: Picked, text: string): string {
  return pagePaths.entries(formatListQuery({ ...picked, terms: parseMachineTerms(text), sort: "" }));
}

function incidentsHref(picked: Picked, key: string): string {
  const terms = key === "" ? [] : [{ kind: "text", text: key, negated: false } as const];
  return pagePaths.incidents(formatListQuery({ ...picked, terms, sort: "" }));
}

/** Namespace and detail of a result, with its cluster if there are several. */
function describedBy({ kind, cluster, namespace, detail }: Hit, several: boolean): readonly string[] {
  const isNamed = kind === "entry" || kind === "group" || kind === "incident";
  const place = isNamed ? [several ? cluster : "", namespace] : [cluster];
  return [...place, detail].filter((part) => part !== "");
}

function hitId({ kind, cluster, namespace, name, uid }: Hit): string {
  return [kind, cluster, namespace, name, uid].join("/");
}

function hrefOf({ kind, cluster, namespace, name, uid, selector }: Hit): string {
  if (kind === "entry") return pagePaths.entry(cluster, namespace, name, uid);
  if (kind === "incident") return pagePaths.incident(name);
  if (kind === "group") return pagePaths.group(cluster, namespace, name);
  if (kind === "host")
    return selector === undefined
      ? pagePaths.services()
      : pagePaths.host(cluster, selector.kind, selector.namespace, selector.name, hostOf(selector.kind, name));
  if (kind === "namespace") return pagePaths.groups(formatListQuery({ clusters: [cluster], namespaces: [name], terms: [], sort: "" }));
  return pagePaths.entries(
    formatListQuery({ clusters: [cluster], namespaces: [], terms: [{ kind: "facet", facet: kind, value: name, negated: false }], sort: "" }),
  );
}

/** Only the page of a ServiceEntry needs the host name, because a ServiceEntry may have several. */
function hostOf(kind: "Service" | "ServiceEntry", host: string): string {
  return kind === "ServiceEntry" ? host : "";
}

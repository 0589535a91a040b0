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

interface PaletteHitsProps {
  readonly text: string;
  readonly onGo: (href: string) => void;
  /** Told the first hit as soon as it is here, so that Enter opens it. */
  readonly onFirst: (id: string) => void;
}

const ITEM = "flex min-h-8 items-center gap-4 rounded-small px-2.5 py-1 data-[selected=true]:bg-hover max-desk:min-h-11";

/** What the server finds for a text, and the way to the whole list. */
export function PaletteHits({ text, onGo, onFirst }: PaletteHitsProps) {
  const settled = useSettled(text);
  const answer = useAnswer(settled === "" ? null : apiPaths.search(settled), SearchAnswer);
  const { picked } = usePickedScope();
  const several = useSeveralClusters();
  const [first] = answer.kind === "here" ? answer.value.hits : [];
  const firstId = first === undefined ? null : hitId(first);
  useEffect(() => {
    if (firstId !== null) onFirst(firstId);
  }, [firstId, onFirst]);
  if (text === "") return null;
  const hits = answer.kind === "here" && settled !== "" ? answer.value.hits : [];
  // What could not be asked for anew may be another state by now.
  const isOld = answer.kind === "here" && answer.notRenewed !== undefined;
  const key = text.startsWith("#") ? text.slice(1) : null;
  const list = key === null ? entriesHref(picked, text) : incidentsHref(picked, key);
  return (
    <Command.Group>
      {hits.map((hit) => (
        <Command.Item key={hitId(hit)} value={hitId(hit)} data-kind={hit.kind} onSelect={() => onGo(hrefOf(hit))} className={ITEM}>
          <span className="min-w-0 grow">
            <span className="block truncate font-mono text-s">{hit.name}</span>
            <span className="block truncate text-s text-ink-2">{describedBy(hit, several).join(" · ")}</span>
          </span>
          {hit.state !== null && !isOld && <StateBadge state={hit.state} vouched={hit.vouched} cluster={hit.cluster} />}
        </Command.Item>
      ))}
      <Command.Item value="all-entries" onSelect={() => onGo(list)} className={ITEM}>
        <span className="truncate">
          All {key === null ? "entries" : "incidents"} that match <span className="font-mono text-s">{key ?? text}</span>
        </span>
      </Command.Item>
      {answer.kind === "refused" && <p className="px-2.5 py-1.5 text-bad">{answer.problem}</p>}
      <div className="px-2.5">
        <NotRenewedLine answer={answer} />
      </div>
    </Command.Group>
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

/** The kind, the place and the detail of a hit. The cluster of an entry, a group or an incident is shown if there are several. */
function describedBy({ kind, cluster, namespace, detail }: Hit, several: boolean): readonly string[] {
  const isNamed = kind === "entry" || kind === "group" || kind === "incident";
  const place = isNamed ? [several ? cluster : "", namespace] : [cluster];
  return [kind, ...place, detail].filter((part) => part !== "");
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

/** A ServiceEntry may have several hosts. */
function hostOf(kind: "Service" | "ServiceEntry", host: string): string {
  return kind === "ServiceEntry" ? host : "";
}

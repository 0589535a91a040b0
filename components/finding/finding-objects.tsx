"use client";

import { Folded } from "@/components/ui/folded";
import { Link } from "@/lib/client/page-link";
import { findingObjectPath } from "@/lib/contract/url/paths";
import type { FindingRow } from "@/lib/contract/views/findings";
import { plural } from "@/lib/format/text/numbers";

type FoundObject = FindingRow["objects"][number];

const FIRST = 4;

/** The objects that a finding names, each a link where it has a page. `but`: one that need not be named, as this is its page. */
export function FindingObjects({ row, but = null }: { readonly row: FindingRow; readonly but?: FoundObject | null }) {
  const shown = row.objects.filter((object) => but === null || !isSame(object, but));
  if (shown.length === 0) return null;
  return (
    <div className="mt-1 text-s text-ink-3">
      <Folded items={shown} first={FIRST} what="objects">
        {(objects) => (
          <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
            {objects.map((object) => (
              <li key={`${object.kind} ${object.namespace}/${object.name}`} className="min-w-0">
                {object.kind} <ObjectLink cluster={row.cluster} object={object} />
              </li>
            ))}
          </ul>
        )}
      </Folded>
      {row.moreObjects > 0 && <span>and {plural(row.moreObjects, "more object")}</span>}
    </div>
  );
}

export function ObjectLink({ cluster, object }: { readonly cluster: string; readonly object: FoundObject }) {
  const href = findingObjectPath(cluster, object);
  const name = object.namespace === "" ? object.name : `${object.namespace}/${object.name}`;
  if (href === null) return <code className="break-all">{name || "none"}</code>;
  return (
    <Link href={href} prefetch={false} className="font-mono break-all max-desk:py-2">
      {name}
    </Link>
  );
}

function isSame(a: FoundObject, b: FoundObject): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

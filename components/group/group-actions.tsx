"use client";

import { Crumbs } from "@/components/table/crumbs";
import { useMenuDialog } from "@/components/table/menu-dialog";
import { PageActions } from "@/components/table/page-actions";
import type { PageAction } from "@/components/table/page-menu";
import { useSelectedRows } from "@/components/table/selected-rows";
import { usePast } from "@/lib/client/past";
import { useCloneGroup } from "@/lib/client/use-clone-group";
import { formatPreviewStartObject } from "@/lib/contract/answers/preview";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { groupMachinesQuery } from "@/lib/contract/url/page-query";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import { isTrouble } from "@/lib/domain/verdict/verdict";

interface GroupPageHeaderProps {
  readonly row: GroupRow;
  readonly detail: SingleGroupHead["detail"];
  /** The commands that this viewer is offered; none on a read-only server. */
  readonly offered: readonly ObjectCommandName[];
  /** Returns the text for "Copy summary". */
  readonly summary: () => string;
}

/** The breadcrumb of a group with its action bar. For a group in trouble, the primary action is "Copy summary". */
export function GroupPageHeader({ row, detail, offered, summary }: GroupPageHeaderProps) {
  const { cluster, namespace, name } = row;
  const may = useOffered(offered);
  const cloning = useCloneGroup(row);
  const deletion = useMenuDialog("delete");
  const selected = useSelectedRows();
  const copy: PageAction = { label: "Copy summary", copy: summary };
  const add: PageAction | null = may("issue-token") ? { label: "Add machines", href: pagePaths.bundle(cluster, namespace, name) } : null;
  const isInTrouble = (row.state !== null && isTrouble(row.state)) || row.lost + row.missing > 0;
  const [primary, other] = isInTrouble || add === null ? [copy, add] : [add, copy];
  const plan = () => {
    selected?.setActive(true);
    document.getElementById("machines")?.scrollIntoView();
  };
  const actions: readonly (PageAction | false | null)[] = [
    other,
    { label: may("edit-workloadgroup") ? "Edit YAML" : "YAML", href: "#yaml" },
    {
      label: "Try an edit",
      href: pagePaths.preview(`from=${encodeSegment(formatPreviewStartObject({ cluster, resource: "workloadgroups", namespace, name }))}`),
    },
    may("create-workloadgroup") && { label: "Clone", run: cloning.clone },
    usePast() === null && { label: "Arrival", href: pagePaths.arrive(cluster, namespace, name) },
    selected !== null && may("plan-leaves") && { label: "Plan machines to go", run: plan },
  ];
  const isDeletable = deletion !== null && may("delete-workloadgroup") && detail !== null && detail.uid !== "";
  return (
    <>
      <Crumbs
        cluster={cluster}
        steps={[{ href: pagePaths.groups(`ns=${encodeSegment(namespace)}`), name: namespace }]}
        name={name}
        actions={
          <PageActions
            primary={primary}
            actions={actions.filter((action): action is PageAction => Boolean(action))}
            files={{ what: "entries", also: Object.fromEntries(new URLSearchParams(formatListQuery(groupMachinesQuery(row)))) }}
            dangers={isDeletable ? [{ label: "Delete group…", run: deletion.open }] : []}
          />
        }
      />
      <p role="status" className="text-s text-bad">
        {cloning.problem}
      </p>
    </>
  );
}

/** Returns a function that checks whether a command is offered. None is on a page of the past. */
function useOffered(offered: readonly ObjectCommandName[]): (name: ObjectCommandName) => boolean {
  const isPast = usePast() !== null;
  return (name) => !isPast && offered.includes(name);
}

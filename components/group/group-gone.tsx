"use client";

import Link from "next/link";
import { Crumbs } from "@/components/table/crumbs";
import { buttonClass } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { useFreshness } from "@/lib/client/status";
import { pagePaths } from "@/lib/contract/paths";

interface GroupGoneProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly problem: string | null;
}

/** The page of a group that is not there. */
export function GroupGone({ cluster, namespace, name, problem }: GroupGoneProps) {
  const live = useFreshness(cluster).kind === "live";
  return (
    <>
      <Crumbs steps={[{ href: pagePaths.groups(`ns=${encodeURIComponent(namespace)}`), name: namespace }]} name={name} />
      <Headline>{live ? "No such group can be seen." : "This group is not known."}</Headline>
      <Notice
        kind={problem === null ? "not-found" : "error"}
        title={problem ?? (live ? "It does not exist, or it is not visible to you" : "The cluster is not live, so this cannot be told")}
        actions={
          <Link href={pagePaths.groups(`ns=${encodeURIComponent(namespace)}`)} className={buttonClass()}>
            Groups of {namespace}
          </Link>
        }
      >
        <p>
          When a group is deleted, Kubernetes deletes the entries that it owns, while their machines stay connected. istiod registers them again once the group
          is back.
        </p>
      </Notice>
    </>
  );
}

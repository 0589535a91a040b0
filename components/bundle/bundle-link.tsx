"use client";

import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { pagePaths } from "@/lib/contract/url/paths";

interface BundleLinkProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  /** The commands that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
}

/** Leads from a group to whether its newest machine arrives. */
export function ArriveLink({ cluster, namespace, name }: Omit<BundleLinkProps, "offered">) {
  if (usePast() !== null) return null;
  return (
    <Link href={pagePaths.arrive(cluster, namespace, name)} className={buttonClass()}>
      Arrival
    </Link>
  );
}

/** Leads from a group to the files of its machines. */
export function BundleLink({ cluster, namespace, name, offered }: BundleLinkProps) {
  const past = usePast();
  if (past !== null || !offered.includes("issue-token")) return null;
  return (
    <Link href={pagePaths.bundle(cluster, namespace, name)} className={buttonClass()}>
      Add a machine
    </Link>
  );
}

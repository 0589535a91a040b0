"use client";

import { type ReactNode, useState } from "react";
import { Crumbs } from "@/components/table/crumbs";
import { Elsewhere } from "@/components/table/elsewhere";
import { Headline } from "@/components/ui/headline";
import { Notice } from "@/components/ui/notice";
import { PageSkeleton } from "@/components/ui/page-skeleton";
import { bundleTypedOf, storedBundle } from "@/lib/client/bundle-drafts";
import { type Answer, useAnswer } from "@/lib/client/use-answer";
import { useViewer } from "@/lib/client/viewer";
import { BundleDefaults } from "@/lib/contract/answers/bundle";
import { apiPaths, encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { BundleForm } from "./bundle-form";

export interface BundlePlace {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

interface BundleViewProps extends BundlePlace {
  /** The steps of a new group, of which this is one. */
  readonly steps: ReactNode;
}

/** The files of a group's machines: what they are made of, then the files. */
export function BundleView({ cluster, namespace, name, steps }: BundleViewProps) {
  const { id: viewer } = useViewer();
  // As it was when the page was opened: what is read later is read by the form.
  const [readFor] = useState(() => (typeof window === "undefined" ? undefined : bundleTypedOf(storedBundle(viewer, { cluster, namespace, name })).readFor));
  const start = useAnswer(apiPaths.bundle(cluster, namespace, name, readFor), BundleDefaults);
  const problem = problemOf(start);
  const crumbs = [
    { href: pagePaths.groups(`ns=${encodeSegment(namespace)}`), name: namespace },
    { href: pagePaths.group(cluster, namespace, name), name },
  ];
  const title = `Bundle of ${name}`;
  return (
    <>
      <Crumbs cluster={cluster} steps={crumbs} name="bundle" />
      {steps}
      {start.kind === "waiting" && <PageSkeleton title={title} label="Reading what the files are made of" />}
      {problem !== null && (
        <>
          <Headline small>{title}</Headline>
          <Notice kind="error" title="No files can be made">
            {problem}
          </Notice>
          <Elsewhere about={`group ${name}`} fields={{ cluster, namespace, group: name }} />
        </>
      )}
      {start.kind === "here" && problem === null && <BundleForm cluster={cluster} namespace={namespace} name={name} start={start.value} />}
    </>
  );
}

/** Why no files can be made; null = they can be, or it is not known yet. */
function problemOf(start: Answer<BundleDefaults>): string | null {
  if (start.kind === "refused") return start.problem;
  return start.kind === "here" && start.value.unreadable !== "" ? start.value.unreadable : null;
}

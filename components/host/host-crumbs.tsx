"use client";

import { CopyLink } from "@/components/table/copy-link";
import { Crumbs } from "@/components/table/crumbs";
import { buttonClass } from "@/components/ui/button";
import type { HostDetail } from "@/lib/contract/host";
import { encoded, pagePaths } from "@/lib/contract/paths";

/** Where the host stands, and what can be done with its page. */
export function HostCrumbs({ detail }: { readonly detail: HostDetail }) {
  return (
    <Crumbs
      steps={[{ href: pagePaths.services(`ns=${encoded(detail.namespace)}`), name: detail.namespace }]}
      name={detail.host}
      actions={
        <>
          <CopyLink />
          <a href="#yaml" className={buttonClass()}>
            YAML
          </a>
        </>
      }
    />
  );
}

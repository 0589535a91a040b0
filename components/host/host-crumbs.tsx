"use client";

import { CopyLink } from "@/components/table/copy-link";
import { Crumbs } from "@/components/table/crumbs";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/client/page-link";
import { formatPreviewStartObject } from "@/lib/contract/answers/preview";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import type { ServiceDetail } from "@/lib/contract/views/service";

/** Where the host stands, and what can be done with its page. */
export function HostCrumbs({ detail }: { readonly detail: ServiceDetail }) {
  const { cluster, kind, namespace, name } = detail;
  const resource = kind === "Service" ? "services" : "serviceentries";
  return (
    <Crumbs
      cluster={cluster}
      steps={[{ href: pagePaths.services(`ns=${encodeSegment(namespace)}`), name: namespace }]}
      name={detail.host}
      actions={
        <>
          <Link
            href={pagePaths.preview(`from=${encodeSegment(formatPreviewStartObject({ cluster, resource, namespace, name }))}`)}
            prefetch={false}
            className={buttonClass()}
          >
            Try an edit
          </Link>
          <CopyLink />
          <a href="#yaml" className={buttonClass()}>
            YAML
          </a>
        </>
      }
    />
  );
}

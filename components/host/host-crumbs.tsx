"use client";

import { Crumbs } from "@/components/table/crumbs";
import { PageActions } from "@/components/table/page-actions";
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
        <PageActions
          primary={{ label: "Try an edit", href: pagePaths.preview(`from=${encodeSegment(formatPreviewStartObject({ cluster, resource, namespace, name }))}`) }}
          actions={[{ label: "YAML", href: "#yaml" }]}
        />
      }
    />
  );
}

"use client";

import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ServiceReference } from "@/lib/contract/views/selected-by";

interface HostLinkProps {
  readonly cluster: string;
  readonly selector: ServiceReference;
  /** One of its hosts, where it has several. */
  readonly host?: string;
  /** The text; else the object's kind and name. */
  readonly text?: string;
}

/** Leads to the page of a Service or ServiceEntry. */
export function HostLink({ cluster, selector: { kind, namespace, name }, host, text }: HostLinkProps) {
  return (
    <Link href={pagePaths.host(cluster, kind, namespace, name, host)} prefetch={false} className="font-mono text-s break-all">
      {text ?? name}
    </Link>
  );
}

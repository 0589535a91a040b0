import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { useReloadOnRemoval } from "./use-appearance";

interface CrumbsProps {
  /** The cluster of the object. It is the first step for a viewer with several clusters. */
  readonly cluster: string;
  readonly steps: readonly { readonly href: string; readonly name: string }[];
  /** The object itself, as the API names it. */
  readonly name: string;
  readonly actions?: ReactNode;
}

/** The way to an object, its name to copy, and what can be done with the page. */
export function Crumbs({ cluster, steps, name, actions }: CrumbsProps) {
  const several = useSeveralClusters();
  useReloadOnRemoval(cluster);
  const first = several ? [{ href: pagePaths.groups(`cluster=${encodeSegment(cluster)}`), name: cluster }] : [];
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 font-mono text-s text-ink-3">
      <nav aria-label="Where this is" className="flex min-w-0 flex-wrap items-center gap-x-2 max-desk:basis-48 max-desk:grow">
        {[...first, ...steps].map((step, index) => (
          // A phone has room for the parent. With several clusters, two objects could then look alike.
          <span key={step.href} className={clsx("flex items-center gap-2", !several && index < steps.length - 1 && "max-desk:hidden")}>
            <Link href={step.href} prefetch={false} className="hover:text-ink max-desk:py-3">
              {step.name}
            </Link>
            /
          </span>
        ))}
        <span className="flex min-w-0 items-center">
          <b className="min-w-0 font-medium break-all text-ink" aria-current="page">
            {name}
          </b>
          <CopyButton text={name} label="Copy name" />
        </span>
      </nav>
      {actions !== undefined && <div className="ml-auto flex flex-wrap items-center gap-1.5 font-sans text-ink">{actions}</div>}
    </div>
  );
}

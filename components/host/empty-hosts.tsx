"use client";

import type { ListUrl } from "@/components/table/use-list-url";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { useStatus } from "@/lib/client/status";
import type { ServiceFacet } from "@/lib/contract/url/list-filters";
import type { ServicesHead } from "@/lib/contract/views/services";
import { MESH_SERVICE_RESOURCES } from "@/lib/domain/selection/objects";
import { plural } from "@/lib/format/text/numbers";

const LOOK = "kubectl get services,serviceentries --all-namespaces";

/** No host at all, or none that matches. */
export function EmptyHosts({ head, url }: { readonly head: ServicesHead; readonly url: ListUrl<ServiceFacet> }) {
  const { terms, namespaces, clusters } = url.query;
  const isBlind = useIsBlind();
  if (terms.length + namespaces.length + clusters.length > 0) {
    return (
      <Notice
        kind="empty"
        title={head.total === 0 ? "No host is in sight here" : `None of ${plural(head.total, "host")} matches`}
        actions={<Button onClick={() => url.go({ terms: [], namespaces: [], clusters: [] })}>Remove every filter</Button>}
      />
    );
  }
  if (isBlind) {
    return (
      <Notice kind="denied" title="What selects machines is not visible">
        <p>Empty here means not visible, not none: Services or ServiceEntries cannot be read.</p>
      </Notice>
    );
  }
  return (
    <Notice kind="empty" title="No Service or ServiceEntry selects machines" actions={<CopyButton text={LOOK} label="Copy command" wordy />}>
      <p>A Service or ServiceEntry is listed if it selects by labels in a namespace with machines. A ServiceEntry with endpoints is listed, too.</p>
      <p>
        To see what the API server has: <code>{LOOK}</code>
      </p>
    </Notice>
  );
}

/** Can what selects not be read somewhere? Then an empty list tells nothing. */
function useIsBlind(): boolean {
  const { clusters } = useStatus();
  const isSelecting = (source: string) => MESH_SERVICE_RESOURCES.some((kind) => kind === source);
  return clusters.some(({ sources }) => sources.some(({ source, freshness }) => isSelecting(source) && freshness.kind === "denied"));
}

import { NoneMatches } from "@/components/table/none-matches";
import type { ListUrl } from "@/components/table/use-list-url";
import { Notice } from "@/components/ui/notice";
import type { LocalitiesHead, LocalityFacet } from "@/lib/contract/views/localities";
import { plural } from "@/lib/format/text/numbers";

/** No place at all, or none that matches. */
export function EmptyPlaces({ head, url }: { readonly head: LocalitiesHead; readonly url: ListUrl<LocalityFacet> }) {
  const { terms, namespaces, clusters } = url.query;
  if (terms.length + namespaces.length + clusters.length > 0) {
    return (
      <NoneMatches url={url} subject="places" title={head.total === 0 ? "No machine is in sight here" : `None of ${plural(head.total, "place")} matches`} />
    );
  }
  return (
    <Notice kind="empty" subject="machines" title="No machine is registered">
      <p>A place stands here as soon as a machine is there: by the locality of its WorkloadEntry, or by a label. Machines that say none have one too.</p>
    </Notice>
  );
}

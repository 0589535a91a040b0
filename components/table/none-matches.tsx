import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ListUrl } from "./use-list-url";
import { useUnconfiguredText } from "./use-unconfigured";

interface NoneMatchesProps<F extends string> {
  readonly url: ListUrl<F>;
  readonly title: string;
  /** Names the missing rows for tests. */
  readonly subject?: string | undefined;
}

/** In the place of a filtered list without a row. */
export function NoneMatches<F extends string>({ url, title, subject }: NoneMatchesProps<F>) {
  const unconfigured = useUnconfiguredText(url.query.clusters);
  return (
    <Notice
      kind={unconfigured === null ? "empty" : "not-found"}
      subject={subject}
      title={unconfigured ?? title}
      actions={<Button onClick={() => url.go({ terms: [], namespaces: [], clusters: [] })}>Remove every filter</Button>}
    />
  );
}

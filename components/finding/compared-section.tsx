"use client";

import { Sentence } from "@/components/state/statement";
import { useZone } from "@/components/table/use-zone";
import { useChartUrl } from "@/components/timeline/use-chart-url";
import { WindowPicker } from "@/components/timeline/window-picker";
import { Section } from "@/components/ui/section";
import { useFindingChanges } from "@/lib/client/finding-changes";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import { COMPARISON_WINDOW_NAMES, formatWindow } from "@/lib/contract/url/history-window";
import type { FindingFacet } from "@/lib/contract/url/list-filters";
import type { ListQuery } from "@/lib/contract/url/list-query";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { findingsCompared } from "@/lib/domain/statements/findings";
import { comparedDoubt, comparedSentence } from "@/lib/format/findings/compared-words";
import { RECORDING_RULE } from "@/lib/format/findings/since-finding";
import { ComparedTable } from "./compared-table";

/** A month, as the record is kept: or less, where the record is younger. */
const USUAL = { kind: "last", name: "30d" } as const;

/** What is found now, compared with what was found a while ago: by how many more or fewer, of which rules. */
export function ComparedSection({ query }: { readonly query: ListQuery<FindingFacet> }) {
  const { asked, choose } = useChartUrl();
  const zone = useZone();
  const shown = asked ?? USUAL;
  const { clusters, namespaces } = query;
  const { value, problem } = useFindingChanges({ cluster: clusters, ns: namespaces }, formatWindow(shown));
  const isPast = usePast() !== null;
  const sentence = value === null ? null : comparedSentence(value, zone);
  const doubt = value === null ? "" : comparedDoubt(value);
  return (
    <Section
      name="compared"
      title={isPast ? "Then, compared with before" : "Compared with before"}
      aside={<WindowPicker window={shown} names={COMPARISON_WINDOW_NAMES} from={value?.from ?? 0} to={value?.to ?? 0} onChoose={choose} />}
    >
      {value === null && (
        <p data-reading={problem === null ? "history" : undefined} className={`mt-2.5 ${problem === null ? "text-ink-3" : "text-blind"}`}>
          {problem ?? "Reading what is remembered"}
        </p>
      )}
      {value !== null && problem !== null && <p className="mt-2.5 text-blind">{problem}</p>}
      {value !== null && sentence !== null && (
        <>
          <p className="mt-2.5 max-w-[68em]">
            <Sentence of={findingsCompared(value)}>
              <b>{sentence.strong}</b>
              {sentence.rest}
            </Sentence>{" "}
            <Link href={pagePaths.activity(linesOf(query, formatWindow(shown)))} prefetch={false}>
              Each of them in Activity
            </Link>
          </p>
          {doubt !== "" && <p className="mt-1 max-w-[68em] text-blind">{doubt}</p>}
          {value.rules.length > 0 && <ComparedTable rules={value.rules} query={query} />}
        </>
      )}
      <p className="mt-1.5 max-w-[68em] text-s text-ink-3">{RECORDING_RULE}</p>
    </Section>
  );
}

/** The query of the log's lines about the same findings. */
function linesOf({ clusters, namespaces }: ListQuery<FindingFacet>, window: string): string {
  const places = [...clusters.map((one) => `cluster=${encodeSegment(one)}`), ...namespaces.map((one) => `ns=${encodeSegment(one)}`)];
  return [...places, "type=finding-appeared", "type=finding-resolved", `window=${window}`].join("&");
}

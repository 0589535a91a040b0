"use client";

import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { aspectWord, comparedSentences, differencesSentence, localityGap, valuesPhrase } from "@/lib/format/host/difference-words";

/** The machines and Pods that the caller of the page gets, compared aspect by aspect. */
export function HostDifferences({ detail: { differences, compared } }: { readonly detail: ServiceDetail }) {
  if (compared === null) return null;
  const note = [comparedSentences(compared), localityGap(differences)].filter((words) => words !== "").join(" ");
  return (
    <Section name="differences" title="Are they equal?" aside={differencesSentence(compared, differences)}>
      {note !== "" && <p className="mt-2 text-s text-ink-2">{note}</p>}
      {differences.length > 0 && <DifferenceTable differences={differences} />}
    </Section>
  );
}

function DifferenceTable({ differences }: Pick<ServiceDetail, "differences">) {
  return (
    <table className="table table-fixed [&_td]:py-1 [&_td]:whitespace-normal [&_td]:wrap-anywhere">
      <caption className="sr-only">Machines beside Pods</caption>
      <TableHeads of={["WHAT", "MACHINES", "PODS"]} />
      <tbody>
        {differences.map(({ aspect, port, machines, pods, differs }) => (
          <tr key={`${aspect} ${port}`}>
            <td className={differs ? "font-medium text-warn" : "text-ink-2"}>
              {aspectWord(aspect)} {port !== "" && <code>{port}</code>}
              {differs && <span className="sr-only">, differs</span>}
            </td>
            <td className="text-s">{valuesPhrase(machines)}</td>
            <td className="text-s">{valuesPhrase(pods)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

"use client";

import { Section } from "@/components/ui/section";
import type { HostDetail } from "@/lib/contract/host";
import { aspectWord, differencesSentence, valuesPhrase } from "@/lib/format/host/difference-words";

/** Machines beside Pods, aspect by aspect: what a caller would notice of who answers. */
export function HostDifferences({ detail: { differences } }: { readonly detail: HostDetail }) {
  if (differences.length === 0) return null;
  return (
    <Section name="differences" title="Are they equal?" aside={differencesSentence(differences)}>
      <table className="table table-fixed [&_td]:py-1 [&_td]:whitespace-normal [&_td]:wrap-anywhere">
        <caption className="sr-only">Machines beside Pods</caption>
        <thead>
          <tr>
            <th scope="col">WHAT</th>
            <th scope="col">MACHINES</th>
            <th scope="col">PODS</th>
          </tr>
        </thead>
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
    </Section>
  );
}

"use client";

import { useState } from "react";
import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useRenewedAnswer } from "@/lib/client/use-answer";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import { apiPaths } from "@/lib/contract/url/paths";
import type { AppliedPolicies, AppliedPolicy } from "@/lib/contract/views/selected-by";
import { policyKind, unseenPolicies } from "@/lib/format/policy-kinds";
import { policyDeedWords, policyLabelsSentence, policyReachWords } from "@/lib/format/policy-words";
import { plural } from "@/lib/format/text/numbers";

interface PolicyListProps {
  readonly cluster: string;
  readonly policies: AppliedPolicies;
  /** Those that are out of sight, by their plural. */
  readonly unseen: readonly string[];
}

/** The policies that touch a machine's sidecar or its hosts, each with what it does and its YAML. */
export function PolicyList({ cluster, policies, unseen }: PolicyListProps) {
  const { lines } = policies;
  return (
    <Section name="policies" title="Policies" aside={lines.length === 0 ? undefined : plural(lines.length, "policy", "policies")}>
      {lines.length === 0 && unseen.length === 0 && <p className="mt-2.5 text-ink-2">None touches it.</p>}
      <ul>
        {lines.map((line) => (
          <PolicyItem
            key={`${line.resource} ${line.namespace}/${line.name} ${line.deed.what === "calls" ? line.deed.host : ""}`}
            cluster={cluster}
            line={line}
          />
        ))}
      </ul>
      {unseen.length > 0 && <p className="mt-2 text-s text-blind">{unseenPolicies(unseen)}</p>}
      <p className="mt-2 text-s text-ink-3">{policyLabelsSentence(policies)}</p>
    </Section>
  );
}

function PolicyItem({ cluster, line: { resource, namespace, name, by, deed } }: { readonly cluster: string; readonly line: AppliedPolicy }) {
  const [open, setOpen] = useState(false);
  return (
    <li
      data-policy={`${resource}/${namespace}/${name}`}
      data-deed={deed.what}
      data-mode={deed.what === "takes" ? deed.mode : undefined}
      className="border-b border-line py-1.5"
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-ink-2">{policyKind(resource)}</span>
        <code className="break-all">
          {namespace}/{name}
        </code>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="cursor-pointer text-s text-accent hover:underline max-desk:min-h-11"
        >
          YAML
        </button>
      </div>
      <div className="wrap-anywhere">
        {policyDeedWords(deed)}
        <span className="text-ink-3"> · {policyReachWords(by, namespace)}</span>
      </div>
      {open && <PolicyYaml address={apiPaths.object(cluster, resource, namespace, name)} />}
    </li>
  );
}

function PolicyYaml({ address }: { readonly address: string }) {
  const answer = useRenewedAnswer(address, ObjectYaml, 0);
  if (answer.kind === "waiting") return <Skeleton rows={4} label="Reading the object" />;
  if (answer.kind === "refused") return <p className="text-bad">The object could not be read. {answer.problem}</p>;
  return (
    <>
      <NotRenewedLine answer={answer} />
      <pre className="mt-1 overflow-x-auto bg-sunken p-2 font-mono text-s">{answer.value.yaml}</pre>
    </>
  );
}

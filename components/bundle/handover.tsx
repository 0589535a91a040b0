"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { BundleMade, BundleStart } from "@/lib/contract/bundle";
import { TOMORROW } from "@/lib/format/bundle-page-words";
import { ansibleTasks, byHand, cloudInit, mintCommand, type ScriptParts } from "@/lib/format/machine-scripts";

interface HandoverProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly account: string;
  readonly seconds: number;
  readonly start: BundleStart;
  readonly made: BundleMade | null;
}

/** What is typed on the machine, the forms for many machines, and what they need later. */
export function Handover({ cluster, namespace, account, seconds, start, made }: HandoverProps) {
  const parts: ScriptParts = { context: cluster, namespace, account, seconds, version: start.version.value, files: made?.machines[0]?.files ?? [] };
  return (
    <>
      <Section title="The command that makes a token" aside="for whoever may create serviceaccounts/token">
        <Script label="the command" text={mintCommand(parts)} open />
      </Section>
      <Section
        title="On the machine"
        aside={start.version.value === "" ? start.version.problem : `istio-sidecar ${start.version.value}, as ${start.version.source} say`}
      >
        <Script label="by hand" text={byHand(start.version.value)} />
        {made !== null && <Script label="cloud-init" text={cloudInit(parts)} />}
        {made !== null && <Script label="Ansible" text={ansibleTasks(parts)} />}
        {made === null && <p className="mt-2 text-s text-ink-3">Forms for cloud-init and Ansible come with the files.</p>}
      </Section>
      <Section title="Tomorrow">
        <Facts>
          {TOMORROW.map(({ when, what }) => (
            <Fact key={when} name={when}>
              {what}
            </Fact>
          ))}
        </Facts>
      </Section>
    </>
  );
}

function Script({ label, text, open = false }: { readonly label: string; readonly text: string; readonly open?: boolean }) {
  return (
    <details open={open} className="border-b border-line py-2">
      <summary className="cursor-pointer text-s font-medium max-desk:min-h-11">{label}</summary>
      <div className="mt-1 flex items-start gap-2">
        <pre className="min-w-0 grow bg-sunken p-2.5 font-mono text-s whitespace-pre-wrap wrap-anywhere">{text}</pre>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </details>
  );
}

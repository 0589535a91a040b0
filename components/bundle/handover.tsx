"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { BundleDefaults, GeneratedBundles } from "@/lib/contract/answers/bundle";
import { ansibleInventory, ansiblePlaybook, INVENTORY_FILE, PLAYBOOK_FILE } from "@/lib/format/ansible-forms";
import { formsWords, TOMORROW } from "@/lib/format/bundle-page-words";
import { byHand, mintCommand, type ScriptParts } from "@/lib/format/machine-scripts";
import { FileText } from "./file-text";

interface HandoverProps {
  readonly scripts: ScriptParts;
  readonly start: BundleDefaults;
  readonly made: GeneratedBundles | null;
}

/** What is typed on the machine, the forms for many machines, and what they need later. */
export function Handover({ scripts, start: { version }, made }: HandoverProps) {
  return (
    <>
      <Section name="token-command" title="The command that makes a token" aside="for whoever may create serviceaccounts/token">
        <Script label="the command" text={mintCommand(scripts)} open />
      </Section>
      <Section
        name="on-the-machine"
        title="On the machine"
        aside={version.value === "" ? version.problem : `istio-sidecar ${version.value}, as ${version.source} say`}
      >
        <Script label="by hand" text={byHand(version.value)} />
        {made !== null && <FileText name={INVENTORY_FILE} text={ansibleInventory(scripts, made.machines)} />}
        {made !== null && <FileText name={PLAYBOOK_FILE} text={ansiblePlaybook(scripts)} />}
        <p className="mt-2 text-s text-ink-3">{formsWords({ isShown: made !== null })}</p>
      </Section>
      <Section name="next-day" title="Tomorrow">
        <Facts>
          {TOMORROW.map(({ when, what }) => (
            <Fact key={when} field={when} name={when}>
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

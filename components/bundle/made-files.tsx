"use client";

import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import type { GeneratedBundles } from "@/lib/contract/answers/bundle";
import { tokenLifeWords } from "@/lib/format/bundle-page-words";
import { CLOUD_INIT_FILE, cloudInit } from "@/lib/format/cloud-init";
import type { ScriptParts } from "@/lib/format/machine-scripts";
import { FileActions, FileText } from "./file-text";

interface MadeFilesProps {
  readonly made: GeneratedBundles;
  readonly scripts: ScriptParts;
  readonly onHide: () => void;
}

/** The files one by one. The token is shown until this page is left, or it is hidden. */
export function MadeFiles({ made, scripts, onHide }: MadeFilesProps) {
  // Of several machines, a file is saved with its machine's name: none is taken for another's.
  const savedAs = (machine: string, file: string) => (made.machines.length === 1 ? file : `${machine}-${file}`);
  return (
    <>
      {made.notes.length > 0 && (
        <ul className="mt-4 list-disc pl-5 text-warn">
          {made.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {made.token !== "" && made.expiresAt !== null && <TokenBox token={made.token} expiresAt={made.expiresAt} onHide={onHide} />}
      {made.machines.map((machine) => (
        <Section name={`machine-files-${machine.name}`} key={machine.name} title={machine.name} aside={`${machine.files.length} files and its user data`}>
          {machine.files.map((file) => (
            <FileText key={file.name} name={file.name} text={file.text} savedAs={savedAs(machine.name, file.name)} />
          ))}
          <FileText name={CLOUD_INIT_FILE} text={cloudInit(scripts, machine)} savedAs={savedAs(machine.name, CLOUD_INIT_FILE)} />
        </Section>
      ))}
    </>
  );
}

interface TokenBoxProps {
  readonly token: string;
  readonly expiresAt: number;
  readonly onHide: () => void;
}

function TokenBox({ token, expiresAt, onHide }: TokenBoxProps) {
  const left = useOfNow((now) => tokenLifeWords(expiresAt - now));
  return (
    <Section
      name="istio-token"
      title="istio-token"
      aside={
        <span role="timer" data-expires-at={expiresAt}>
          {left}
        </span>
      }
    >
      <p className="mt-2 text-s text-ink-2">The same for every machine above. It is shown this once, and kept nowhere: copy it now, or make another.</p>
      <div className="mt-2 flex items-start gap-2">
        <pre data-token className="min-w-0 grow bg-sunken p-2.5 font-mono text-s wrap-anywhere whitespace-pre-wrap">
          {token}
        </pre>
        <FileActions text={token} savedAs="istio-token" />
        <Button onClick={onHide}>Hide</Button>
      </div>
    </Section>
  );
}

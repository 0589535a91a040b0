"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import type { BundleMade } from "@/lib/contract/bundle";
import { tokenLifeWords } from "@/lib/format/bundle-page-words";

/** The files one by one. The token is shown until this page is left, or it is hidden. */
export function MadeFiles({ made, onHide }: { readonly made: BundleMade; readonly onHide: () => void }) {
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
        <Section key={machine.name} title={machine.name} aside={`${machine.files.length} files`}>
          {machine.files.map((file) => (
            <FileText key={file.name} name={file.name} text={file.text} />
          ))}
        </Section>
      ))}
    </>
  );
}

function FileText({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <details className="border-b border-line py-2">
      <summary className="cursor-pointer max-desk:min-h-11">
        <span className="font-mono text-s font-medium">{name}</span>{" "}
        <span className="text-s text-ink-3">{text === "" ? "empty" : `${text.split("\n").length - 1} lines`}</span>
      </summary>
      <div className="mt-1 flex items-start gap-2">
        <pre className="min-w-0 grow bg-sunken p-2.5 font-mono text-s whitespace-pre-wrap wrap-anywhere">{text}</pre>
        <CopyButton text={text} label={`Copy ${name}`} />
      </div>
    </details>
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
    <Section title="istio-token" aside={<span role="timer">{left}</span>}>
      <p className="mt-2 text-s text-ink-2">The same for every machine above. It is shown this once, and kept nowhere: copy it now, or make another.</p>
      <div className="mt-2 flex items-start gap-2">
        <pre data-token className="min-w-0 grow bg-sunken p-2.5 font-mono text-s wrap-anywhere whitespace-pre-wrap">
          {token}
        </pre>
        <CopyButton text={token} label="Copy istio-token" />
        <Button onClick={onHide}>Hide</Button>
      </div>
    </Section>
  );
}

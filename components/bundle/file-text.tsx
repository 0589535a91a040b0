"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { handFile } from "@/lib/client/hand-file";

interface FileTextProps {
  readonly name: string;
  readonly text: string;
  /** What it is called once it is downloaded. */
  readonly savedAs?: string;
}

/** One file, folded: to read, to copy, or to download. */
export function FileText({ name, text, savedAs = name }: FileTextProps) {
  return (
    <details data-file={name} className="border-b border-line py-2">
      <summary className="cursor-pointer max-desk:min-h-11">
        <span className="font-mono text-s font-medium">{name}</span>{" "}
        <span className="text-s text-ink-3">{text === "" ? "empty" : `${text.split("\n").length - 1} lines`}</span>
      </summary>
      <div className="mt-1 flex items-start gap-2">
        <pre className="min-w-0 grow bg-sunken p-2.5 font-mono text-s whitespace-pre-wrap wrap-anywhere">{text}</pre>
        <FileActions text={text} savedAs={savedAs} />
      </div>
    </details>
  );
}

/** Copies a file or downloads it. */
export function FileActions({ text, savedAs }: { readonly text: string; readonly savedAs: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <CopyButton text={text} label={`Copy ${savedAs}`} />
      <Button look="quiet" aria-label={`Download ${savedAs}`} onClick={() => handFile(savedAs, plainFile(text))}>
        Download
      </Button>
    </div>
  );
}

/** Of no kind that a browser has an ending for: the name stays as it is. */
function plainFile(text: string): Blob {
  return new Blob([text], { type: "application/octet-stream" });
}

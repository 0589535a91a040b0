"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useAnswer } from "@/lib/client/use-answer";
import { useViewer } from "@/lib/client/viewer";
import { ObjectYaml } from "@/lib/contract/answers";
import { apiPaths, type ShownResource } from "@/lib/contract/paths";
import { plural } from "@/lib/format/count";
import { readAsWords } from "@/lib/format/session-words";
import { OfNow } from "./of-now";
import { useHash } from "./use-hash";
import { YamlLines } from "./yaml-lines";

interface YamlViewProps {
  readonly cluster: string;
  readonly resource: ShownResource;
  readonly namespace: string;
  readonly name: string;
}

/** The object as it is stored, read when it is asked for, as the viewer; managed fields are folded. */
export function YamlView({ cluster, resource, namespace, name }: YamlViewProps) {
  const viewer = useViewer();
  const hash = useHash();
  const [opened, setOpened] = useState(false);
  const [round, setRound] = useState(0);
  const open = opened || hash === "yaml" || /^L\d+$/.test(hash);
  const answer = useAnswer(open ? apiPaths.object(cluster, resource, namespace, name) : null, ObjectYaml, round);
  useEffect(() => {
    if (hash !== "" && answer.kind === "here") document.getElementById(hash)?.scrollIntoView({ block: hash === "yaml" ? "start" : "center" });
  }, [hash, answer.kind]);
  const whole = answer.kind === "here" ? answer.value.yaml : "";
  return (
    <div id="yaml" className="scroll-mt-16">
      <Section
        title="YAML"
        aside={
          <span className="flex gap-1.5">
            {answer.kind === "here" && open && (
              <>
                <CopyButton text={whole} label="Copy YAML" wordy />
                <Button onClick={() => download(`${name}.yaml`, whole)}>Download</Button>
                <Button onClick={() => setRound(round + 1)}>Read again</Button>
              </>
            )}
            {!open && <Button onClick={() => setOpened(true)}>Show</Button>}
          </span>
        }
      >
        <OfNow />
        {!open && <p className="mt-2.5 text-ink-2">{readAsWords({ name: viewer.signIn === "local" ? null : viewer.name })}</p>}
        {open && answer.kind === "waiting" && <Skeleton rows={6} label="Reading the object" />}
        {open && answer.kind === "refused" && (
          <Notice kind="error" title="The object could not be read">
            {answer.problem}
          </Notice>
        )}
        {open && answer.kind === "here" && (
          <>
            <YamlLines text={whole} marked={hash} />
            {answer.value.managedFields !== "" && <ManagedFields text={answer.value.managedFields} />}
          </>
        )}
      </Section>
    </div>
  );
}

function ManagedFields({ text }: { readonly text: string }) {
  return (
    <details className="mt-2">
      <summary className="text-s text-ink-2 hover:text-ink">managedFields · {plural(text.trimEnd().split("\n").length, "line")}: who wrote which field</summary>
      <pre className="overflow-x-auto py-2 font-mono text-s leading-[1.6] text-ink-2">{text}</pre>
    </details>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

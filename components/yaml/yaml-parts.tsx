import { NotRenewedLine } from "@/components/table/not-renewed-line";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { handFile } from "@/lib/client/hand-file";
import type { Answer } from "@/lib/client/use-answer";
import type { ObjectYaml } from "@/lib/contract/answers/answers";
import { plural } from "@/lib/format/text/numbers";
import { YamlLines } from "./yaml-lines";

/** What can be done with what was read. */
export function YamlActions({ name, yaml, onAgain }: { readonly name: string; readonly yaml: string; readonly onAgain: () => void }) {
  return (
    <>
      <CopyButton text={yaml} label="Copy YAML" wordy />
      <Button onClick={() => handFile(`${name}.yaml`, new Blob([yaml], { type: "application/yaml" }))}>Download</Button>
      <Button onClick={onAgain}>Read again</Button>
    </>
  );
}

/** What was read, line by line; managed fields are folded. */
export function StoredYaml({ answer, marked }: { readonly answer: Answer<ObjectYaml>; readonly marked: string }) {
  if (answer.kind === "waiting") return <Skeleton rows={6} label="Reading the object" />;
  if (answer.kind === "refused") {
    return (
      <Notice kind="error" title="The object could not be read">
        {answer.problem}
      </Notice>
    );
  }
  return (
    <>
      <NotRenewedLine answer={answer} />
      <YamlLines text={answer.value.yaml} marked={marked} />
      {answer.value.managedFields !== "" && <ManagedFields text={answer.value.managedFields} />}
    </>
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

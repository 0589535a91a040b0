"use client";

import { lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Detail } from "@/components/ui/details";
import { InsideDetail, Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { EditBegun } from "@/lib/client/begin-edit";
import { removeEdit } from "@/lib/client/edit-drafts";
import { usePast } from "@/lib/client/past";
import { useRenewedAnswer } from "@/lib/client/use-answer";
import { useHash } from "@/lib/client/use-hash";
import { useViewer } from "@/lib/client/viewer";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import { accountForReads } from "@/lib/contract/answers/session";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { apiPaths, type ResourceWithPage } from "@/lib/contract/url/paths";
import { readAsWords } from "@/lib/format/session-words";
import { EditButton } from "./edit-button";
import { EDIT_COMMANDS } from "./edit-commands";
import { OfNow } from "./of-now";
import { useStoredEdit } from "./use-stored-edit";
import { StoredYaml, YamlActions } from "./yaml-parts";

/** The editor is loaded by whoever edits. */
const EditForm = lazy(() => import("./edit-form").then((loaded) => ({ default: loaded.EditForm })));

interface YamlViewProps {
  readonly cluster: string;
  readonly resource: ResourceWithPage;
  readonly namespace: string;
  readonly name: string;
  /** The commands that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
}

/** What came of the last edit, or why none could begin; "" = nothing to say. */
interface EditSaid extends EditBegun {
  readonly isDone: boolean;
}

const NOTHING_SAID: EditSaid = { problem: "", isDone: false };

/** The YAML as a folded row. It opens for `#yaml`, for the anchors of its lines, and for an edit that the viewer began. */
export function YamlDetail({ line, ...props }: YamlViewProps & { readonly line: ReactNode }) {
  const hasDraft = useStoredEdit(props) !== null && props.offered.includes(EDIT_COMMANDS[props.resource]);
  return (
    <Detail name="yaml" id="yaml" title="YAML" line={hasDraft ? "an edit is not applied yet" : line} hasAnchor={isLineAnchor} isNeeded={hasDraft}>
      <YamlView {...props} />
    </Detail>
  );
}

function isLineAnchor(hash: string): boolean {
  return /^L\d+$/.test(hash);
}

/** The object as it is stored, read when it is asked for, as the viewer; managed fields are folded. Whoever may write can edit it. */
export function YamlView({ cluster, resource, namespace, name, offered }: YamlViewProps) {
  const object = useMemo(() => ({ cluster, resource, namespace, name }), [cluster, resource, namespace, name]);
  const viewer = useViewer();
  const hash = useHash();
  // A folded row that the viewer opened shows the object at once.
  const [opened, setOpened] = useState(useContext(InsideDetail) !== null);
  const [round, setRound] = useState(0);
  const [said, setSaid] = useState<EditSaid>(NOTHING_SAID);
  const isOffered = usePast() === null && offered.includes(EDIT_COMMANDS[resource]);
  const stored = useStoredEdit(object);
  const draft = isOffered ? stored : null;
  // A display that nobody signs in to reads no single object.
  const isRead = viewer.signIn !== "kiosk";
  const open = draft === null && isRead && (opened || hash === "yaml" || isLineAnchor(hash));
  const answer = useRenewedAnswer(open ? apiPaths.object(cluster, resource, namespace, name) : null, ObjectYaml, round);
  useEffect(() => {
    if (hash !== "" && answer.kind === "here") document.getElementById(hash)?.scrollIntoView({ block: hash === "yaml" ? "start" : "center" });
  }, [hash, answer.kind]);
  const onDone = useCallback(() => {
    setSaid({ problem: "", isDone: true });
    setOpened(true);
    setRound((before) => before + 1);
  }, []);
  const edit = isOffered && draft === null && <EditButton object={object} onBegun={(begun) => setSaid({ ...begun, isDone: false })} />;
  return (
    <Section
      name="yaml"
      id="yaml"
      className="scroll-mt-16"
      title="YAML"
      aside={
        <span className="flex flex-wrap gap-1.5">
          {answer.kind === "here" && open && <YamlActions name={name} yaml={answer.value.yaml} onAgain={() => setRound(round + 1)} />}
          {!open && draft === null && isRead && <Button onClick={() => setOpened(true)}>Show</Button>}
          {edit}
        </span>
      }
    >
      <OfNow />
      <p
        role="status"
        data-phase={said.isDone ? "shown" : undefined}
        data-missing={said.missingRights?.join(", ")}
        data-namespace={said.missingRights && namespace}
        className={said.problem === "" ? "text-good" : "mt-2.5 text-bad"}
      >
        {said.isDone ? "The watch has shown it: the cluster says what you typed." : said.problem}
      </p>
      {draft !== null && (
        <Suspense fallback={<Skeleton rows={8} label="Opening the editor" />}>
          <EditForm object={object} draft={draft} onDone={onDone} onDiscard={() => removeEdit(viewer.id, object)} />
        </Suspense>
      )}
      {!open && draft === null && (
        <p data-read-as={accountForReads(viewer)} className="mt-2.5 text-ink-2">
          {readAsWords(viewer)}
        </p>
      )}
      {open && <StoredYaml answer={answer} marked={hash} />}
    </Section>
  );
}

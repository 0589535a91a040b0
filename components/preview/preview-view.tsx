"use client";

import { type ReactNode, useRef, useState } from "react";
import { DocumentEditor } from "@/components/editor/document-editor";
import { goToLine } from "@/components/editor/go-to-line";
import { LineNotes } from "@/components/editor/line-notes";
import { ViewProblem } from "@/components/table/view-problem";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { usePreview } from "@/lib/client/use-preview";
import { useWithdrawnWords } from "@/lib/client/withdrawn";
import type { PreviewAnswer, PreviewStart } from "@/lib/contract/answers/preview";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import { ChangeTable } from "./change-table";
import { DryRun } from "./dry-run";
import { LabelChanges } from "./label-changes";
import { PortTable } from "./port-table";
import { PreviewHeadline } from "./preview-headline";
import { PreviewMode } from "./preview-mode";
import { RenamedNote } from "./renamed-note";
import { SaidAbout } from "./said-about";
import { StartMenu } from "./start-menu";
import { TakerTable } from "./taker-table";
import { TEMPLATES } from "./templates";
import { TryBanner } from "./try-banner";
import { useDocument } from "./use-document";
import { useSettledAnswer } from "./use-settled-answer";
import { ZoneTable } from "./zone-table";

interface PreviewViewProps {
  readonly start: PreviewStart;
  /** The document that the query of the address holds; null = none. */
  readonly written: string | null;
  /** By whose rules the address asks, and whether a renamed object takes the place of the one that it was. */
  readonly mode: MeshMode;
  readonly inPlace: boolean;
  /** The trials that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
}

/** What an edit would change, before it is saved: the text at the left, and at the right who stays, comes and goes. */
export function PreviewView({ start, written, mode: asked, inPlace: askedInPlace, offered }: PreviewViewProps) {
  const { cluster, base, from } = start;
  const beginning = base === "" && from === null ? (TEMPLATES[0]?.text ?? "") : base;
  const [mode, setMode] = useState(asked);
  const [inPlace, setInPlace] = useState(askedInPlace);
  const options = { ...(mode === "ambient" && { mode }), ...(inPlace && { inPlace: "1" }) };
  const { text, setText, problem } = useDocument({ cluster, from, base: beginning, written, asked: options });
  const tried = usePreview(cluster, text, { mode, instead: inPlace ? (from?.name ?? null) : null, namespace: null, newGroup: null });
  const answer = useSettledAnswer(tried.answer);
  const withdrawn = useWithdrawnWords();
  const area = useRef<HTMLTextAreaElement>(null);
  const notes = tried.answer?.notes ?? [];
  const title = answer?.object == null ? "The object" : `${answer.object.kind} ${answer.object.namespace} / ${answer.object.name}`;
  return (
    <>
      <TryBanner text={text} />
      <PreviewHeadline answer={answer} />
      <PreviewMode mode={mode} onMode={setMode} />
      <RenamedNote from={from} object={answer?.object ?? null} inPlace={inPlace} onInPlace={setInPlace} />
      {start.problem !== null && (
        <Notice kind="error" title="The object to begin with could not be read">
          {start.problem}
        </Notice>
      )}
      {problem !== null && (
        <Notice kind="error" title="The link holds no document">
          {problem}
        </Notice>
      )}
      <div className="mt-[34px] grid grid-cols-1 gap-x-[34px] gap-y-[34px] wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Section name="document" className="mt-0!" title={title} aside={<StartMenu clusters={start.clusters} cluster={cluster} onTemplate={setText} />}>
          <DocumentEditor text={text} base={base} notes={notes} onChange={setText} area={area}>
            <LineNotes notes={notes} onGo={(line) => goToLine(area.current, text, line)} />
          </DocumentEditor>
        </Section>
        <div className="min-w-0">
          {tried.problem !== null && (
            <p role="alert" className="mb-4 text-bad">
              {tried.problem} What stands below is from before.
            </p>
          )}
          <ViewProblem problem={withdrawn} isWithdrawn />
          {answer === null && tried.problem === null && withdrawn === null && <Skeleton rows={8} label="Working out what it would do" />}
          {answer !== null && (
            <Result
              answer={answer}
              cluster={cluster}
              isEarlier={tried.answer !== answer}
              dryRun={answer.object !== null && tried.answer === answer && <DryRun cluster={cluster} object={answer.object} text={text} offered={offered} />}
            />
          )}
        </div>
      </div>
    </>
  );
}

interface ResultProps {
  readonly answer: PreviewAnswer;
  readonly cluster: string;
  /** Is it of an earlier text, because the present one says no object? */
  readonly isEarlier: boolean;
  readonly dryRun: ReactNode;
}

function Result({ answer, cluster, isEarlier, dryRun }: ResultProps) {
  const { object, selector, workload, notes, missing } = answer;
  if (object === null) {
    return (
      <Notice kind="empty" title="Nothing can be tried yet">
        {notes[0]?.text ?? "The text says no object."}
      </Notice>
    );
  }
  return (
    <div>
      {isEarlier && <p className="mb-3 text-warn">The text cannot be read as it stands. This is for the last one that could.</p>}
      {selector !== null && (
        <>
          <ZoneTable zones={selector.zones} unseen={selector.unseen} />
          <ChangeTable preview={selector} object={object} cluster={cluster} />
          <PortTable ports={selector.ports} />
        </>
      )}
      {workload?.cases.map((result, at) => (
        <TakerTable key={result.case} result={result} object={object} cluster={cluster} {...(at === 0 && { className: "mt-0!" })} />
      ))}
      {workload !== null && <LabelChanges labels={workload.labels} />}
      <SaidAbout notes={notes} hostNotes={selector?.hostNotes ?? []} sharedLabels={workload?.sharedLabels ?? []} missing={missing} dryRun={dryRun} />
    </div>
  );
}

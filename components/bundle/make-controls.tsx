"use client";

import { Button } from "@/components/ui/button";
import { Choice, Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { useOfNow } from "@/lib/client/clock";
import { useAnswer } from "@/lib/client/use-answer";
import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { type CommandObjectReference, CommandPermission } from "@/lib/contract/commands";
import { apiPaths } from "@/lib/contract/url/paths";
import { tokenLifetimeChoices } from "@/lib/domain/bundle/credentials";
import { handedWords, noTokenWords } from "@/lib/format/bundle-page-words";
import type { BundleDraft } from "./bundle-draft";
import type { HandedArchive, MakeProblem } from "./use-make";

interface MakeControlsProps {
  /** The service account. */
  readonly place: CommandObjectReference;
  /** Does the group name it? */
  readonly hasAccount: boolean;
  readonly draft: BundleDraft;
  /** The platform team's rules: of these, how long a token may live. */
  readonly rails: PlatformPolicyAnswer;
  readonly onChange: (change: Partial<BundleDraft>) => void;
  readonly busy: boolean;
  /** The file that was just handed to the browser. */
  readonly archive: HandedArchive | null;
  readonly problem: MakeProblem | null;
  readonly onMake: (form: "files" | "archive", withToken: boolean) => void;
}

/** Whose token, how long it lives, and the buttons. Who may not make tokens reads which verb is missing, and gets the files without one. */
export function MakeControls({ place, hasAccount, draft, rails, onChange, busy, archive, problem, onMake }: MakeControlsProps) {
  const may = useAnswer(apiPaths.command("issue-token", place), CommandPermission);
  const mayToken = may.kind === "here" && may.value.may;
  return (
    <Section name="token" title="Token" aside={<code className="font-mono">{place.name}</code>}>
      <div className="mt-3 grid gap-x-5 gap-y-3 desk:grid-cols-2">
        {!hasAccount && (
          <Field
            label="Service account of the token"
            value={draft.account}
            hint="the group names none: any account of the namespace may join"
            onChange={(account) => onChange({ account })}
          />
        )}
        {mayToken && (
          <Choice
            data={{ "data-field": "minutes" }}
            label="It lives for"
            value={String(draft.minutes)}
            onChange={(value) => onChange({ minutes: Number(value) })}
            options={livesOf(rails)}
          />
        )}
        {may.kind === "here" && !may.value.may && (
          <p data-missing={may.value.missingRights?.join(", ")} data-namespace={place.namespace} className="text-ink-2">
            {noTokenWords(may.value)}
          </p>
        )}
        {rails.kind === "unknown" && <p className="text-blind">{rails.problem}</p>}
        {may.kind === "refused" && <p className="text-bad">{may.problem}</p>}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button look="primary" aria-disabled={busy} onClick={() => onMake("archive", mayToken)}>
          {mayToken ? "Download all, with a token" : "Download all, without a token"}
        </Button>
        <Button aria-disabled={busy} onClick={() => onMake("files", mayToken)}>
          {mayToken ? "Show the files and a token" : "Show the files"}
        </Button>
        {mayToken && (
          <Button look="quiet" aria-disabled={busy} onClick={() => onMake("files", false)}>
            Show the files without a token
          </Button>
        )}
        <span role="status" className="text-s text-ink-2">
          {busy && "Making them"}
          {archive !== null && <Handed archive={archive} />}
        </span>
      </div>
      {problem !== null && (
        <p role="alert" data-problem={problem.code} data-field={problem.field} className="mt-2 text-bad">
          {problem.text}
        </p>
      )}
    </Section>
  );
}

function livesOf(rails: PlatformPolicyAnswer) {
  const lives = tokenLifetimeChoices(rails.kind === "known" ? rails.rails.maxTokenSeconds : null);
  return lives.map((minutes) => ({ value: String(minutes), label: minutes === 60 ? "1 hour" : `${minutes} minutes` }));
}

function Handed({ archive: { name, expiresAt } }: { readonly archive: HandedArchive }) {
  const words = useOfNow((now) => handedWords({ name, leftMs: expiresAt === null ? null : expiresAt - now }));
  return <>{words}</>;
}

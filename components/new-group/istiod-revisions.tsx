"use client";

import type { Answer } from "@/lib/client/use-answer";
import type { Preflight, RevisionReady } from "@/lib/contract/preflight";
import { certificateNamesWords } from "@/lib/format/certificate-names-words";
import { revisionTitle, revisionWords, settingTitle, settingWords } from "@/lib/format/new-group/istiod-words";
import { Item } from "./item";

/** Each revision of istiod: whether it runs, and what its settings mean for a machine that joins. */
export function IstiodRevisions({ asked }: { readonly asked: Answer<Preflight> }) {
  if (asked.kind === "refused") return <p className="mt-2 text-bad">{asked.problem}</p>;
  if (asked.kind === "waiting") {
    return (
      <ul aria-label="Revisions of istiod">
        <Item state="waiting" title="istiod" />
      </ul>
    );
  }
  const { revisions, source, problem } = asked.value.istiod;
  return (
    <ul aria-label="Revisions of istiod">
      {revisions.map((revision) => (
        <RevisionItem key={revision.revision} revision={revision} source={source} />
      ))}
      {problem !== "" && (
        <Item state="unseen" title="istiod">
          {problem}
        </Item>
      )}
    </ul>
  );
}

function RevisionItem({ revision, source }: { readonly revision: RevisionReady; readonly source: string }) {
  return (
    <Item state={revision.standing} title={revisionTitle(revision)}>
      {revisionWords(revision)} {source}.
      <fieldset aria-label={`Settings of istiod ${revision.revision}`} className="mt-1 min-w-0">
        <ul>
          {revision.settings.map((setting) => (
            <Item key={setting.setting} state={setting.standing} title={<SettingTitle>{settingTitle(setting.setting)}</SettingTitle>}>
              {settingWords(setting, revision.revision)}
            </Item>
          ))}
          <Item state={revision.certificateNames.names === null ? "unseen" : "ok"} title={<SettingTitle>Names of its certificate</SettingTitle>}>
            {certificateNamesWords(revision.certificateNames)}
          </Item>
        </ul>
      </fieldset>
    </Item>
  );
}

function SettingTitle({ children }: { readonly children: string }) {
  return <span className="text-m text-ink">{children}</span>;
}

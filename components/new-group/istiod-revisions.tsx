"use client";

import type { Answer } from "@/lib/client/use-answer";
import type { NewGroupPreflight, RevisionReadiness } from "@/lib/contract/answers/preflight";
import { ISTIOD_SETTINGS } from "@/lib/domain/mesh/istiod-settings";
import { certificateNamesWords } from "@/lib/format/certificate-names-words";
import { revisionTitle, revisionWords, settingTitle, settingWords } from "@/lib/format/new-group/istiod-words";
import { Item } from "./item";

/** Each revision of istiod: whether it runs, and what its settings mean for a machine that joins. */
export function IstiodRevisions({ asked }: { readonly asked: Answer<NewGroupPreflight> }) {
  if (asked.kind === "refused") return <p className="mt-2 text-bad">{asked.problem}</p>;
  if (asked.kind === "waiting") {
    return (
      <ul aria-label="Revisions of istiod">
        <Item state="waiting" title="istiod" />
      </ul>
    );
  }
  const { revisions, source, problem, readBy, missing, setting } = asked.value.istiod;
  return (
    <ul aria-label="Revisions of istiod">
      {revisions.map((revision) => (
        <RevisionItem key={revision.revision} revision={revision} source={source} readBy={readBy?.join(" ")} />
      ))}
      {problem !== "" && (
        <Item
          state="unseen"
          title="istiod"
          data={{ "data-missing": missing?.map(({ right }) => right).join(", "), "data-namespace": missing?.[0]?.namespace, "data-setting": setting }}
        >
          {problem}
        </Item>
      )}
    </ul>
  );
}

interface RevisionItemProps {
  readonly revision: RevisionReadiness;
  readonly source: string;
  readonly readBy: string | undefined;
}

function RevisionItem({ revision, source, readBy }: RevisionItemProps) {
  const { revision: name, version, pods } = revision;
  const data = { "data-revision": name, "data-version": version, "data-running": pods?.running, "data-ready": pods?.ready, "data-read-by": readBy };
  return (
    <Item state={revision.standing} title={revisionTitle(revision)} data={data}>
      {revisionWords(revision)} {source}.
      <fieldset aria-label={`Settings of istiod ${revision.revision}`} className="mt-1 min-w-0">
        <ul>
          {revision.settings.map((setting) => (
            <Item
              key={setting.setting}
              state={setting.standing}
              title={<SettingTitle>{settingTitle(setting.setting)}</SettingTitle>}
              data={{ "data-setting": ISTIOD_SETTINGS[setting.setting].name, "data-on": setting.isOn }}
            >
              {settingWords(setting, revision.revision)}
            </Item>
          ))}
          <Item
            state={revision.certificateNames.names === null ? "unseen" : "ok"}
            title={<SettingTitle>Names of its certificate</SettingTitle>}
            data={{ "data-names": revision.certificateNames.names?.join(" ") }}
          >
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

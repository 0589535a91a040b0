"use client";

import { placeGroup, renameGroup } from "@/lib/client/group-text";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/group/expected-size";
import { NEWER_LOCALITY_LABEL } from "@/lib/domain/localities/locality";
import { exampleEntryName } from "@/lib/domain/new-group/group-advice";
import type { istiodDelaysOf } from "@/lib/domain/new-group/probe";
import { asText, valueAt } from "@/lib/domain/preview/values";
import { FIELD_HINTS, nameHint } from "@/lib/format/new-group/field-words";
import { AccountRow } from "./account-row";
import type { OpenDraft } from "./draft-page";
import type { GroupForm } from "./group-form";
import { PairsRow } from "./pairs-row";
import { ProbeRow } from "./probe-row";
import { TakersHint } from "./takers-hint";
import { TextRow } from "./text-row";

const LABELS = ["spec", "metadata", "labels"];
const LABEL_WORDS = { key: "key", value: "value" };
const PORT_WORDS = { key: "name", value: "number" };

const inTemplate = (field: string) => ["spec", "template", field];

interface GroupFieldsProps {
  readonly form: GroupForm;
  readonly open: OpenDraft;
  /** istiod's settings on which it depends when machines come and go. */
  readonly waits: ReturnType<typeof istiodDelaysOf>;
}

/** Every field of a group, in the order in which one thinks of them. */
export function GroupFields({ form, open, waits }: GroupFieldsProps) {
  const { draft } = open;
  const name = asText(valueAt(form.value, ["metadata", "name"]));
  const network = asText(valueAt(form.value, inTemplate("network")));
  const locality = asText(valueAt(form.value, inTemplate("locality")));
  const hasLabel = valueAt(form.value, [...LABELS, NEWER_LOCALITY_LABEL]) !== undefined;
  const localityHint = hasLabel ? FIELD_HINTS.localityKept : locality === "" ? FIELD_HINTS.localityEmpty : FIELD_HINTS.locality;
  const rename = (text: string) => {
    const group = renameGroup(draft.group, form.value, text);
    if (group !== null) open.change({ group });
  };
  const place = (text: string) => {
    const group = placeGroup(draft.group, form.value, text);
    if (group !== null) open.change({ group });
  };
  return (
    <div className="grid gap-4">
      <TextRow form={form} label="Name" path={["metadata", "name"]} onText={rename} hint={nameHint({ example: exampleEntryName(name || "NAME", network) })} />
      <AccountRow form={form} open={open} />
      <PairsRow
        draft={draft.id}
        form={form}
        label="Labels"
        path={LABELS}
        noun="label"
        words={LABEL_WORDS}
        as="text"
        hint={
          <>
            {FIELD_HINTS.labels} <TakersHint draft={draft} />
          </>
        }
      />
      <TextRow form={form} label="Network" path={inTemplate("network")} hint={FIELD_HINTS.network} />
      <TextRow form={form} label="Locality" path={inTemplate("locality")} onText={place} hint={localityHint} />
      <PairsRow draft={draft.id} form={form} label="Ports" path={inTemplate("ports")} noun="port" words={PORT_WORDS} as="number" hint={FIELD_HINTS.ports} />
      <TextRow form={form} label="Weight" path={inTemplate("weight")} as="number" hint={FIELD_HINTS.weight} />
      <TextRow form={form} label="Expected size" path={["metadata", "annotations", EXPECTED_SIZE_ANNOTATION]} as="size" hint={FIELD_HINTS.size} />
      <ProbeRow form={form} waits={waits} />
    </div>
  );
}

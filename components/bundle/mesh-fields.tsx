"use client";

import { bundleValueAttributes } from "@/components/state/bundle-value-attributes";
import { Button } from "@/components/ui/button";
import type { DataAttributes } from "@/components/ui/data-attributes";
import { Choice, Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import type { BundleDefaults, BundleValue } from "@/lib/contract/answers/bundle";
import { certificateCovers } from "@/lib/domain/bundle/credentials";
import { parseGatewayAddress } from "@/lib/domain/bundle/gateway-address";
import { revisionHint } from "@/lib/format/bundle-page-words";
import { typeItWords } from "@/lib/format/bundle-words";
import { customHostWords, lacksNameWords } from "@/lib/format/certificate-names-words";
import type { BundleDraft } from "./bundle-draft";

export interface DraftProps {
  readonly start: BundleDefaults;
  readonly draft: BundleDraft;
  readonly onChange: (change: Partial<BundleDraft>) => void;
  /** What the server found wrong, and at which field. */
  readonly problemAt: (field: string) => string;
}

interface MeshFieldsProps extends DraftProps {
  /** Reads what the mesh gives for the revision that is typed. */
  readonly onReadAgain: () => void;
}

/** What the mesh gives to every machine, each value with its source. */
export function MeshFields({ start, draft, onChange, problemAt, onReadAgain }: MeshFieldsProps) {
  const fact = (name: "clusterId" | "trustDomain" | "meshId") => {
    const isOwn = draft[name] !== start[name].value;
    const problem = problemAt(name) || (isOwn ? "" : fieldProblem(start[name]));
    const data = fieldData(name, isOwn ? null : start[name]);
    return { value: draft[name], hint: isOwn ? "typed" : start[name].source, problem, data, onChange: (value: string) => onChange({ [name]: value }) };
  };
  return (
    <Section name="mesh-fields" title="From the mesh" aside="each value says where it was read">
      <div className="mt-3 grid gap-x-5 gap-y-3 desk:grid-cols-2">
        <Field label="Cluster ID" {...fact("clusterId")} />
        <Field label="Trust domain" {...fact("trustDomain")} />
        <Field label="Mesh ID" {...fact("meshId")} />
        <div className="grid content-start gap-2">
          <Field
            label="Revision of istiod"
            value={draft.revision}
            hint={revisionHint({ revisions: start.revisions, source: draft.revision === start.revision ? start.revisionSource : "" })}
            data={{ "data-field": "revision", "data-revisions": start.revisions.join(" ") }}
            problem={problemAt("revision") || (draft.revision === start.revision ? start.revisionProblem : "")}
            onChange={(revision) => onChange({ revision })}
          />
          {draft.revision !== start.revision && (
            <Button className="justify-self-start" onClick={onReadAgain}>
              Read the rest for this revision
            </Button>
          )}
        </div>
        <GatewayFields start={start} draft={draft} onChange={onChange} problemAt={problemAt} />
        <RootField start={start} draft={draft} onChange={onChange} problemAt={problemAt} />
      </div>
    </Section>
  );
}

function GatewayFields({ start, draft: { gateway }, onChange, problemAt }: DraftProps) {
  const isRead = gateway.address === start.gateway.value;
  const name = nameOf(gateway.address);
  const has = name === null ? null : certificateCovers(start.certificateNames, name);
  const lacks = name !== null && gateway.way === "custom-host" && has === false ? lacksNameWords({ name, source: start.certificateNames.source }) : "";
  const problem = problemAt("gateway.address") || lacks || (isRead ? fieldProblem(start.gateway) : "");
  const change = (part: Partial<typeof gateway>) => onChange({ gateway: { ...gateway, ...part } });
  return (
    <div className="grid content-start gap-3">
      <Field
        label="Gateway to istiod: IP address or DNS name"
        value={gateway.address}
        hint={isRead ? start.gateway.source : "typed"}
        problem={problem}
        data={fieldData("gateway", isRead ? start.gateway : null)}
        onChange={(address) => change({ address })}
      />
      {name !== null && (
        <>
          <Choice
            label="A hosts file cannot hold a name"
            value={gateway.way}
            onChange={(way) => change({ way })}
            options={[
              { value: "resolved", label: "Write the address that it has now (breaks when that changes)" },
              { value: "custom-host", label: customHostWords(has) },
              { value: "own-resolver", label: "The machine's resolver knows istiod's name: write nothing" },
            ]}
          />
          {gateway.way === "resolved" && (
            <Field label="Its address now" value={gateway.resolved} problem={problemAt("gateway.resolved")} onChange={(resolved) => change({ resolved })} />
          )}
        </>
      )}
    </div>
  );
}

/** The values behind a field; null = the viewer typed over what was read. */
function fieldData(field: string, fact: BundleValue | null): DataAttributes {
  return { "data-field": field, ...(fact === null ? { "data-typed-at": "bundle" } : bundleValueAttributes(fact)) };
}

/** What is said at the field of a value that nobody typed over. */
function fieldProblem({ state, problem }: BundleValue): string {
  return state === "unseen" ? typeItWords({ problem }) : problem;
}

/** The name that machines could ask for istiod by, null = it is none. */
function nameOf(address: string): string | null {
  const read = parseGatewayAddress({ address, way: "custom-host", resolved: "" });
  return "kind" in read && read.kind === "name" ? read.name : null;
}

function RootField({ start, draft, onChange, problemAt }: DraftProps) {
  const { value, source } = start.rootCertificate;
  const problem = problemAt("rootCertificate") || (draft.rootCertificate === "" ? fieldProblem(start.rootCertificate) : "");
  if (value !== "")
    return (
      <Field
        label="Root certificate"
        value={draft.rootCertificate}
        placeholder="as it was read"
        hint={source}
        problem={problem}
        lines={2}
        onChange={(rootCertificate) => onChange({ rootCertificate })}
      />
    );
  return (
    <Field
      label="Root certificate (PEM)"
      value={draft.rootCertificate}
      problem={problem}
      lines={4}
      onChange={(rootCertificate) => onChange({ rootCertificate })}
    />
  );
}

import { existsSync, readdirSync, readFileSync } from "node:fs";

/** One endpoint as a sidecar was sent it. */
export interface RecordedEndpoint {
  readonly address: string;
  readonly port?: number;
  readonly health: string;
  readonly weight?: number;
  readonly locality?: string;
  readonly priority?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** One destination as a sidecar was told of it. Fields that older recordings lack are optional. */
export interface RecordedCluster {
  readonly discovery: string;
  readonly endpoints: readonly RecordedEndpoint[];
  readonly localities?: readonly { readonly locality: string; readonly priority: number; readonly weight: number; readonly endpoints: number }[];
  readonly sans?: readonly string[];
  readonly outlierDetection?: boolean;
}

/** What a sidecar in this place was told, by `outbound|PORT|SUBSET|HOST`. */
export interface RecordedView {
  readonly view: { readonly namespace: string; readonly network?: string; readonly locality?: string };
  readonly clusters: Readonly<Record<string, RecordedCluster>>;
}

/** The objects of a world, and what istiod made of it. */
export interface EndpointRecording {
  readonly name: string;
  readonly objects: readonly unknown[];
  readonly views: readonly RecordedView[];
  /** What was removed before istiod was asked, as a question about a loss spells it; null = nothing. */
  readonly lost: string | null;
  /** True if this istiod used the gateways of Services for DNS services too. */
  readonly usesServiceGatewaysForDns: boolean;
}

const FOLDER = "lib/sandbox/recordings/endpoints";
/** Others may be judged in their place: those of random worlds, which are not kept in the project. */
const JUDGED = process.env.ENDPOINT_RECORDINGS ?? FOLDER;
/** What every recorded cluster had: Nodes, the namespace of istiod, its Services. */
const BASE = "base";

/** Worlds as they were before a zone's machines and Pods were removed, and what istiod sent after. */
const LOSSES = process.env.LOSS_RECORDINGS ?? "lib/sandbox/recordings/losses";

/** All recordings of endpoints, each with the objects that its cluster had anyway. */
export function endpointRecordings(): readonly EndpointRecording[] {
  return recordingsIn(JUDGED);
}

/** Worlds with EndpointSlices that the controller of Kubernetes did not write. */
export function sliceRecordings(): readonly EndpointRecording[] {
  return recordingsIn("lib/sandbox/recordings/slices");
}

/** The same of worlds of which a zone was lost. */
export function lossRecordings(): readonly EndpointRecording[] {
  return existsSync(LOSSES) ? recordingsIn(LOSSES) : [];
}

function recordingsIn(folder: string): readonly EndpointRecording[] {
  const base = linesOf(FOLDER, BASE).flatMap(objectOf);
  const names = readdirSync(folder).flatMap((file) => (file.endsWith(".ndjson") && file !== `${BASE}.ndjson` ? [file.replace(".ndjson", "")] : []));
  return names.sort().map((name) => {
    const lines = linesOf(folder, name);
    const views = lines.filter((line): line is RecordedView => "view" in line && "clusters" in line);
    const lost = lines.flatMap((line) => ("lost" in line ? [line.lost] : []))[0] ?? null;
    const usesServiceGatewaysForDns = lines.some((line) => "usesServiceGatewaysForDns" in line && line.usesServiceGatewaysForDns);
    return { name, objects: [...base, ...lines.flatMap(objectOf)], views, lost, usesServiceGatewaysForDns };
  });
}

type Line = RecordedView | { readonly object: unknown } | { readonly lost: string } | { readonly usesServiceGatewaysForDns: boolean };

function linesOf(folder: string, name: string): readonly Line[] {
  const text = readFileSync(`${folder}/${name}.ndjson`, "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function objectOf(line: Line): readonly unknown[] {
  return "object" in line ? [line.object] : [];
}

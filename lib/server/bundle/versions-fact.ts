import type { BundleValue } from "@/lib/contract/answers/bundle";
import { encodeSegment } from "@/lib/contract/url/paths";
import { type DiscoveredApiVersion, servedWorkloadGroupVersions } from "@/lib/domain/new-group/istiod-for-machines";
import { factSourceWords, unreadFactWords } from "@/lib/format/bundle-words";
import { askForKindsWords, noApiGroupWords, unwrittenVersionsWords } from "@/lib/format/new-group/ready-words";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import { at, field, list, text } from "@/lib/server/kube/parse/json";
import { pluralOf } from "@/lib/server/kube/resource";
import { problemFact, unseenFact } from "./facts";
import type { PublicReader } from "./found";

/** More than any API group has: what a server lists beyond is not asked. */
const VERSIONS_AT_MOST = 10;

/** In which versions the cluster serves WorkloadGroups, and whether one can be written. */
export async function versionsFact(reader: PublicReader): Promise<BundleValue> {
  const { group, versions } = RESOURCES.workloadgroups;
  const read = await reader.read(`/apis/${group}`);
  if (!read.ok) {
    if (read.error.kind === "not-found") return problemFact("no-api-group", noApiGroupWords({ group }));
    return unseenVersions(group, read.error.message);
  }
  const listed = list(at(read.value, "versions")).map((one) => text(field(one, "version")));
  const seen = await Promise.all(listed.slice(0, VERSIONS_AT_MOST).map((version) => versionSeen(reader, group, version)));
  const { standing, served } = servedWorkloadGroupVersions(seen, versions);
  if (standing === "problem") return { ...problemFact("no-version", unwrittenVersionsWords({ served, writes: versions })), value: served.join(", ") };
  if (standing === "unseen") return unseenVersions(group, "The kinds of the version in which a group would be written could not be listed");
  const source = factSourceWords({ place: `Kind WorkloadGroup of the API group ${group}`, by: read.by });
  return { state: "ok", value: served.join(", "), source, problem: "" };
}

function unseenVersions(group: string, reason: string): BundleValue {
  return unseenFact(`${unreadFactWords({ place: `The API group ${group}`, reason })} ${askForKindsWords({ group })}`);
}

async function versionSeen(reader: PublicReader, group: string, version: string): Promise<DiscoveredApiVersion> {
  const kinds = await reader.read(`/apis/${group}/${encodeSegment(version)}`);
  const plural = pluralOf(RESOURCES.workloadgroups);
  return { version, hasGroups: kinds.ok ? list(field(kinds.value, "resources")).some((one) => field(one, "name") === plural) : null };
}

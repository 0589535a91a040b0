import { type GeneratedBundles, TOKEN_EXPIRES_HEADER } from "@/lib/contract/answers/bundle";
import { ansibleInventory, ansiblePlaybook, INVENTORY_FILE, PLAYBOOK_FILE } from "@/lib/format/ansible-forms";
import { CLOUD_INIT_FILE, cloudInit } from "@/lib/format/cloud-init";
import type { ScriptParts } from "@/lib/format/machine-scripts";
import { bundleArchive } from "./bundle-archive";

interface ArchiveOptions {
  readonly now: number;
  /** The name of the file begins with the cluster, for a viewer with several. */
  readonly severalClusters: boolean;
}

/** The files as an archive that nobody keeps: in each machine's folder its files and its user data, beside the folders what Ansible needs for all of them. */
export async function archiveAnswer(
  { machines, token, expiresAt, notes }: GeneratedBundles,
  scripts: ScriptParts,
  { now, severalClusters }: ArchiveOptions,
): Promise<Response> {
  const secret = token === "" ? [] : [{ name: "istio-token", text: token }];
  const folders = machines.map((machine) => ({
    name: machine.name,
    // The user data is made of what has no token.
    files: [...machine.files, { name: CLOUD_INIT_FILE, text: cloudInit(scripts, machine) }, ...secret],
  }));
  const ofAll = [
    { name: INVENTORY_FILE, text: ansibleInventory(scripts, machines) },
    { name: PLAYBOOK_FILE, text: ansiblePlaybook(scripts) },
    ...(notes.length > 0 ? [{ name: "notes.txt", text: `${notes.join("\n")}\n` }] : []),
  ];
  // The other two are names of objects: nothing in them ends a header or leaves a folder. A context may have any name.
  const cluster = severalClusters ? `${scripts.context.replace(/[^A-Za-z0-9._-]+/g, "-")}-` : "";
  const file = `${cluster}${scripts.namespace}-${scripts.group}.tar.gz`;
  return new Response(await bundleArchive(folders, ofAll, now), {
    headers: {
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="${file}"`,
      "Cache-Control": "no-store",
      ...(expiresAt === null ? {} : { [TOKEN_EXPIRES_HEADER]: String(expiresAt) }),
    },
  });
}

import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { collectionUrl, pageOf } from "./collection";
import { METADATA_ONLY } from "./list";

/**
 * Proof of life: a list of one item that must be consistent, so without a version ("0" may lag and fake a rollback).
 * Answers with the collection's version now; also shows lost rights and a kind that is gone.
 */
export async function probeVersion(client: KubeClient, path: string, selector: string, totalMs: number, signal: AbortSignal): Promise<Answer<string>> {
  const url = collectionUrl(path, { labelSelector: selector, limit: "1" });
  const page = pageOf(await client.get(url, { signal, totalMs, accept: METADATA_ONLY, probe: true }));
  return page.ok ? { ok: true, value: page.value.resourceVersion } : page;
}

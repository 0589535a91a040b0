import { encodeSegment } from "@/lib/contract/url/paths";
import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at, field, list, number, text } from "./parse/json";
import { timeOf } from "./parse/metadata";
import { collectionPath, type Resource } from "./resource";

/** One object as stored, whole: for a page that shows it as YAML. */
export async function getObject(
  client: KubeClient,
  resource: Resource,
  version: string,
  namespace: string,
  name: string,
): Promise<Answer<Readonly<Record<string, unknown>>>> {
  const answer = await client.get(`${collectionPath(resource, version, namespace)}/${encodeSegment(name)}`);
  if (!answer.ok) return answer;
  if (typeof answer.value === "object" && answer.value !== null && !Array.isArray(answer.value)) {
    return { ok: true, value: answer.value as Readonly<Record<string, unknown>> };
  }
  return { ok: false, error: { kind: "bad-answer", message: "The answer is not an object." } };
}

/** A Kubernetes Event about an object. `lastSeen` in milliseconds. */
export interface ObjectEvent {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly source: string;
  readonly count: number;
  readonly lastSeen: number | null;
}

/** The Events of one object, newest first, 100 at most. */
export async function listEvents(client: KubeClient, namespace: string, name: string, uid: string): Promise<Answer<readonly ObjectEvent[]>> {
  const selector = new URLSearchParams({ fieldSelector: `involvedObject.name=${name},involvedObject.uid=${uid}`, limit: "100" });
  const answer = await client.get(`/api/v1/namespaces/${encodeSegment(namespace)}/events?${selector}`);
  if (!answer.ok) return answer;
  const events = list(field(answer.value, "items")).map(eventOf);
  return { ok: true, value: events.sort((a, b) => (b.lastSeen ?? 0) - (a.lastSeen ?? 0)) };
}

function eventOf(raw: unknown): ObjectEvent {
  const series = field(raw, "series");
  const seen = [field(series, "lastObservedTime"), field(raw, "lastTimestamp"), field(raw, "eventTime"), at(raw, "metadata", "creationTimestamp")];
  return {
    type: text(field(raw, "type")),
    reason: text(field(raw, "reason")),
    message: text(field(raw, "message")),
    source: text(at(raw, "source", "component")) || text(field(raw, "reportingComponent")),
    count: number(field(series, "count")) ?? number(field(raw, "count")) ?? 1,
    lastSeen: seen.map(timeOf).find((time) => time !== null) ?? null,
  };
}

/** The API server's version, such as "v1.36.3". */
export async function serverVersion(client: KubeClient): Promise<Answer<string>> {
  const answer = await client.get("/version");
  if (!answer.ok) return answer;
  return { ok: true, value: text(field(answer.value, "gitVersion")) };
}

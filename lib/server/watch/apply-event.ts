import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { because, type Outcome } from "./outcome";
import type { SyncContext } from "./sync-context";
import type { WatchEvent } from "./watch-event";

/**
 * Applies one event of a watch that follows a known version; an outcome where it cannot be followed.
 * Versions within a stream only rise: one that is the same was sent twice, one that is lower means that the stream cannot be trusted.
 */
export function applyEvent(sync: SyncContext, event: WatchEvent): Outcome | null {
  if (event.kind === "gone") return { kind: "relist", expired: true, reason: event.reason, why: event.why };
  if (event.kind === "broken") return { kind: "relist", expired: false, reason: event.reason, why: event.why };
  if (event.kind === "bookmark") return advance(sync, event.resourceVersion) === "back" ? wentBack("a bookmark") : null;
  const identity = identityOf(event.object);
  if ("missing" in identity) return suspicious(`an event without ${identity.missing}`);
  const step = advance(sync, identity.resourceVersion);
  if (step === "back") return wentBack(identity.name);
  if (step === "same") return null;
  if (event.kind === "put") sync.feed.put(event.object, identity, event.added);
  else sync.feed.remove(identity);
  return null;
}

function advance(sync: SyncContext, version: string): "on" | "same" | "back" {
  if (sync.version === version) return "same";
  if (sync.version !== null && compareResourceVersions(version, sync.version) < 0) return "back";
  sync.version = version;
  return "on";
}

function wentBack(what: string): Outcome {
  return { kind: "relist", expired: false, missed: true, ...because({ code: "went-back", text: what }) };
}

function suspicious(reason: string): Outcome {
  return { kind: "relist", expired: false, reason };
}

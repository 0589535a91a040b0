import type { EntryWithVerdict } from "@/lib/domain/statements/entry";
import { probeReason, probeTarget } from "./probe-error";
import { replicaDoubtWords } from "./replica-doubt";
import { formatLeft, formatSpan } from "./text/duration";
import { joinParts } from "./text/lists";

/** What the WHY column needs of a row. Times in milliseconds. */
export type WhyRow = Omit<EntryWithVerdict, "namespace" | "name" | "since" | "sinceAtLeast">;

/** An entry without address and network. istiod sends no endpoint, or an endpoint with an empty address (docs/istio.md#empty-address). */
export const NO_ENDPOINT = "neither an address nor a network: callers get no address for it";

/** Why an entry has its state, in the few words of a table's column; "" where there is nothing to say. `now` in milliseconds. */
export function whyOf(row: WhyRow, now: number): string {
  return whyAt(row, now);
}

/** The error of a failed probe for a narrow column: its reason, then the probed port and path. Null = another state, or no message: `whyOf` is short enough. */
export function probeWhyOf({ state, message }: Pick<WhyRow, "state" | "message">): { readonly reason: string; readonly target: string } | null {
  if (state !== "unhealthy" || message === "") return null;
  return { reason: probeReason(message).trim() || message, target: probeTarget(message) };
}

/** `whyOf` without times, for whoever looks for words in it: "left … ago; deleted in … unless it is back". */
export function whyWords(row: Omit<WhyRow, "deadline" | "connectedAt" | "disconnectedAt">): string {
  return whyAt({ ...row, deadline: 0, connectedAt: 0, disconnectedAt: 0 }, null);
}

/** `now` null: without times. */
function whyAt(row: WhyRow, now: number | null): string {
  switch (row.state) {
    case "unreadable":
      // A history of an earlier version has no state of its own for an entry without an endpoint.
      return row.serving === "no-endpoint" ? NO_ENDPOINT : row.message || "the object cannot be read";
    case "no-endpoint":
      return NO_ENDPOINT;
    case "vanished":
      return row.message;
    case "unhealthy":
      return row.message || "the probe failed without a message";
    case "disconnected":
      return disconnectedWhy(row, now);
    case "unverified":
      return joined(doubtOf(row, now), sweepOf(row, now));
    case "overdue":
      return joined(overdueWhy(row, now), sweepOf(row, now));
    case "reconnecting":
      return reconnectingWhy(row, now);
    case "draining":
      return "label istio.io/draining";
    case "awaiting":
      return "no health report yet";
    case "unchecked":
      return "";
    case "healthy":
      return row.vouched ? "" : unvouchedWhy(row);
  }
}

/** Why nobody can vouch for a connection: "istiod-7c9f-a is gone". */
export function doubtOf(row: Pick<WhyRow, "connectionWhy" | "controller" | "connectedAt">, now: number | null): string {
  const replica = row.controller || "its replica";
  switch (row.connectionWhy) {
    case "no-such-pod":
      return `${replica} is gone`;
    case "not-running":
      return `${replica} does not run`;
    case "restarted":
      return `${replica} restarted after this connection began`;
    case "past-deletion":
      return `${replica} should have ended before now: its Pod is past its deletion`;
    case "node-silent":
      return `${replica} is on a Node that has stopped reporting`;
    case "no-controller":
      return "no istiod replica is named";
    case "too-old":
      return row.connectedAt === null ? "connection too old" : `connection is ${span(row.connectedAt, now)} old, too old to be real`;
    case "in-the-future":
      return row.connectedAt === null ? "connection lies in the future" : `connection begins ${spanUntil(row.connectedAt, now)} in the future`;
    case "no-time":
      return "connectedAt is no time";
    default:
      return "nobody holds its connection";
  }
}

function disconnectedWhy(row: WhyRow, now: number | null): string {
  if (row.connection === "never") return "registered, never connected since";
  if (row.disconnectedAt === null) return "left; disconnectedAt is no time";
  const left = `left ${agoPhrase(row.disconnectedAt, now)}`;
  if (row.origin === "auto-registered") return `${left}; deletion is due`;
  return row.serving === "yes-unchecked" ? `${left}; it may still get traffic, as nothing checks it` : `${left}; stays, as it was written by hand`;
}

/** Why a machine reconnects: it left a moment ago, or its replica was deleted in order. */
function reconnectingWhy(row: WhyRow, now: number | null): string {
  if (row.connection === "ghost") return `${row.controller || "its replica"} was deleted; the machine connects to another replica`;
  return joined(`left ${agoPhrase(row.disconnectedAt, now)}`, row.connection === "disconnected" ? "its time to reconnect is over" : graceEnd(row, now));
}

function overdueWhy(row: WhyRow, now: number | null): string {
  return row.connectedAt === null ? "connection not renewed" : `connection is ${span(row.connectedAt, now)} old, not renewed in time`;
}

function graceEnd(row: WhyRow, now: number | null): string {
  if (row.deadline === null) return "";
  const left = leftUntil(row.deadline, now);
  return row.origin === "auto-registered" ? `deleted in ${left} unless it is back` : `its health report goes in ${left} unless it is back`;
}

/** A sweep takes what istiod created, and only the health report of what people wrote (docs/istio.md#sweep). */
function sweepOf(row: WhyRow, now: number | null): string {
  const taken = row.origin === "auto-registered" ? "swept" : "health report goes";
  if (row.connectionWhy === "in-the-future" || row.connectionWhy === "too-old") return `${taken} with the next sweep`;
  if (row.deadline === null) return "";
  return now === null || row.deadline > now ? `${taken} in ${leftUntil(row.deadline, now)}` : `${taken} with the next sweep`;
}

function unvouchedWhy(row: WhyRow): string {
  if (row.connection === "unmanaged") return "health written from outside; no connection proves it";
  return replicaDoubtWords(row.connectionWhy)?.why(row.controller || "its replica") ?? "its connection is not proved";
}

function agoPhrase(ms: number | null, now: number | null): string {
  return ms === null ? "a moment ago" : `${span(ms, now)} ago`;
}

const UNTOLD = "…";

function span(from: number, now: number | null): string {
  return now === null ? UNTOLD : formatSpan(now - from);
}

function spanUntil(until: number, now: number | null): string {
  return now === null ? UNTOLD : formatSpan(until - now);
}

function leftUntil(until: number, now: number | null): string {
  return now === null ? UNTOLD : formatLeft(until - now);
}

function joined(...parts: readonly string[]): string {
  return joinParts(parts, "; ");
}

import { isObjectCommandName, type ObjectCommandName } from "@/lib/contract/commands";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { RESOURCES } from "@/lib/server/cluster/kinds";
import type { AllowedWrite } from "@/lib/server/kube/allow-list";
import { acceptLosses, undoAcceptedLosses } from "./accept-losses";
import type { Command } from "./command";
import { createObject } from "./create-object";
import { deleteObject } from "./delete-object";
import { drainEntry, undrainEntry } from "./drain-entry";
import { editObject } from "./edit-object";
import { addIncidentNote, editIncidentNote, undoIncidentNote } from "./incident-notes";
import { issueToken } from "./issue-token";
import { muteFindings } from "./mute-findings";
import { planLeaves } from "./plan-leaves";
import { setExpectedSize } from "./set-expected-size";
import { tryObject } from "./try-object";

/** Every write that this server can make. A line here is all that its route, its place on the allow-list and its audit need. */
export const COMMANDS: Readonly<Record<ObjectCommandName, Command>> = {
  "set-expected-size": setExpectedSize,
  "plan-leaves": planLeaves,
  "accept-losses": acceptLosses,
  "undo-accepted-losses": undoAcceptedLosses,
  "add-incident-note": addIncidentNote,
  "edit-incident-note": editIncidentNote,
  "undo-incident-note": undoIncidentNote,
  "mute-workloadentry": muteFindings("mute-workloadentry", "workloadentries", "machine"),
  "mute-workloadgroup": muteFindings("mute-workloadgroup", "workloadgroups", "group"),
  "mute-service": muteFindings("mute-service", "services", "service"),
  "mute-serviceentry": muteFindings("mute-serviceentry", "serviceentries", "service entry"),
  "issue-token": issueToken,
  "create-serviceaccount": createObject("create-serviceaccount"),
  "create-workloadgroup": createObject("create-workloadgroup"),
  "create-service": createObject("create-service"),
  "create-serviceentry": createObject("create-serviceentry"),
  "edit-workloadgroup": editObject("edit-workloadgroup"),
  "edit-workloadentry": editObject("edit-workloadentry"),
  "edit-service": editObject("edit-service"),
  "edit-serviceentry": editObject("edit-serviceentry"),
  "delete-workloadentry": deleteObject("delete-workloadentry", "workloadentries", "machine"),
  "delete-workloadgroup": deleteObject("delete-workloadgroup", "workloadgroups", "group"),
  "delete-serviceentry": deleteObject("delete-serviceentry", "serviceentries", "service entry"),
  "delete-serviceaccount": deleteObject("delete-serviceaccount", "serviceaccounts", "service account"),
  "drain-workloadentry": drainEntry,
  "undrain-workloadentry": undrainEntry,
  "try-new-service": tryObject("try-new-service", "create", "Service"),
  "try-service": tryObject("try-service", "update", "Service"),
  "try-new-serviceentry": tryObject("try-new-serviceentry", "create", "ServiceEntry"),
  "try-serviceentry": tryObject("try-serviceentry", "update", "ServiceEntry"),
  "try-new-workloadentry": tryObject("try-new-workloadentry", "create", "WorkloadEntry"),
  "try-workloadentry": tryObject("try-workloadentry", "update", "WorkloadEntry"),
  "try-new-workloadgroup": tryObject("try-new-workloadgroup", "create", "WorkloadGroup"),
  "try-workloadgroup": tryObject("try-workloadgroup", "update", "WorkloadGroup"),
};

/** The shapes of the requests that commands send: what a client may send beside reads. */
export function writesOf(commands: readonly Command[]): readonly AllowedWrite[] {
  const sent = commands.filter(({ stores }) => stores === undefined);
  return sent.map(({ verb, kind, subresource, dryRun }) => ({ verb, resource: RESOURCES[kind], subresource, onlyTried: dryRun === "only" }));
}

/** The commands that objects of a kind have. */
export function commandsOn(kind: WatchedKind): readonly ObjectCommandName[] {
  return Object.keys(COMMANDS)
    .filter(isObjectCommandName)
    .filter((name) => COMMANDS[name].kind === kind);
}

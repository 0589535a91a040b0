import { Buffer } from "node:buffer";
import { asText } from "@/lib/domain/preview/values";
import { at } from "@/lib/server/kube/parse/json";
import type { Command } from "./command";

/** What an answer of the API server tells for the audit. */
export interface ToldFacts {
  /** Of the object that was written, "" = not told. */
  readonly uid: string;
  /** When a token that was made ends, as the API server says (milliseconds); null = none was made. */
  readonly tokenEnds: number | null;
}

export const NOTHING_TOLD: ToldFacts = { uid: "", tokenEnds: null };

/**
 * Reads them of the answer to a command. A trial of what is new is told a uid that no object gets. What is deleted is told of as an object or as a status with
 * its uid; a token carries the uid of its account in its second part, which is no secret.
 */
export function toldFacts({ verb, subresource }: Pick<Command, "verb" | "subresource">, dryRun: boolean, answer: unknown): ToldFacts {
  if (subresource === "token") {
    const ends = Date.parse(asText(at(answer, "status", "expirationTimestamp")));
    return { uid: accountOf(asText(at(answer, "status", "token"))), tokenEnds: Number.isNaN(ends) ? null : ends };
  }
  if (verb === "create" && dryRun) return NOTHING_TOLD;
  return { uid: asText(at(answer, "metadata", "uid")) || asText(at(answer, "details", "uid")), tokenEnds: null };
}

function accountOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return asText(at(claims, "kubernetes.io", "serviceaccount", "uid"));
  } catch (error) {
    // A token of another kind than those of Kubernetes.
    if (error instanceof SyntaxError) return "";
    throw error;
  }
}

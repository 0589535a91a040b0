import jsonPatch, { type Operation } from "fast-json-patch";
import { isRecord, type KubeObject } from "./kube-object";
import { mergeObjects } from "./merge-patch";
import type { ResourceType } from "./resource-type";
import { badRequest, failure } from "./status-errors";
import { strategicMerge } from "./strategic-merge";

const customPatches = ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];
const builtinPatches = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

/** The object after the patch. Throws 400 for a broken patch, 415 for an unknown kind of patch, 422 for one that does not fit. */
export function applyPatch(before: KubeObject, text: string, contentType: string | undefined, type: ResourceType): KubeObject {
  const media = (contentType ?? "").split(";")[0]?.trim() ?? "";
  const accepted = type.custom ? customPatches : builtinPatches;
  if (!accepted.includes(media)) {
    const list = accepted.join(", ");
    if (media === "application/yaml") throw failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
    throw failure(415, "UnsupportedMediaType", `the body of the request was in an unknown format - accepted media types include: ${list}`);
  }
  const patch = parse(text);
  if (media === "application/json-patch+json") return asObject(jsonPatched(before, patch));
  if (!isRecord(patch))
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${Array.isArray(patch) ? "array" : typeof patch} into Go value of type map[string]interface {}`,
    );
  return asObject(media === "application/merge-patch+json" ? mergeObjects(before, patch) : strategicMerge(before, patch));
}

const mostOperations = 10_000;

function jsonPatched(before: KubeObject, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw badRequest("error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp");
  if (patch.length > mostOperations) {
    const why = `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${patch.length}`;
    throw failure(413, "RequestEntityTooLarge", `Request entity too large: ${why}`);
  }
  try {
    const patched = jsonPatch.applyPatch(structuredClone(before), patch.map(lenient) as Operation[], true).newDocument;
    if (!isRecord(patched)) throw new Error("the patch leaves no object");
    return patched;
  } catch (error) {
    const refused = failure(422, "Invalid", "the server rejected our request due to an error in our request", {});
    refused.cause = error;
    throw refused;
  }
}

/** A real server replaces what is not there too: it adds it. */
function lenient(operation: unknown): unknown {
  return isRecord(operation) && operation.op === "replace" && operation.path !== "" ? { ...operation, op: "add" } : operation;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const refused = badRequest("error decoding patch: unexpected end of JSON input");
    refused.cause = error;
    throw refused;
  }
}

function asObject(value: unknown): KubeObject {
  if (!isRecord(value)) throw badRequest("the patch leaves no object");
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  const name = metadata.name;
  return { ...value, metadata: { ...metadata, name: typeof name === "string" ? name : "" } } as KubeObject;
}

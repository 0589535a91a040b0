import { failure } from "./status-errors";

/** How the client wants objects: whole, as rows of a table, or their metadata only. */
type Shape = "object" | "table" | "metadata";

export interface Format {
  readonly shape: Shape;
  readonly encoding: "json" | "yaml";
  readonly contentType: string;
  /** Of `meta.k8s.io`, for tables. */
  readonly metaVersion: "v1" | "v1beta1";
  /** Metadata were asked for of one object, or of a list: the other has none. */
  readonly isOfOne: boolean;
  readonly isOfMany: boolean;
}

const supported = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

/** Chooses the first acceptable media type. Throws 406 when there is none. */
export function negotiate(accept: string | undefined, isWatch = false): Format {
  const parts = (accept === undefined || accept.trim() === "" ? "*/*" : accept).split(",");
  for (const part of parts) {
    const format = formatOf(part);
    if (format !== null && (!isWatch || format.encoding === "json")) return format;
  }
  const isKnown = isWatch && parts.some((part) => formatOf(part) !== null);
  const accepted = isKnown ? "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch" : supported;
  throw failure(406, "NotAcceptable", `only the following media types are accepted: ${accepted}`);
}

function formatOf(part: string): Format | null {
  const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const shape = shapeOf(parameters);
  if (shape === null) return null;
  const metaVersion = parameters.includes("v=v1beta1") ? "v1beta1" : "v1";
  const asked = {
    shape,
    metaVersion,
    isOfOne: parameters.includes("as=partialobjectmetadata"),
    isOfMany: parameters.includes("as=partialobjectmetadatalist"),
  } as const;
  if (type === "application/yaml") return { ...asked, encoding: "yaml", contentType: type };
  if (type !== "application/json" && type !== "*/*" && type !== "application/*") return null;
  return { ...asked, encoding: "json", contentType: "application/json" };
}

function shapeOf(parameters: readonly string[]): Shape | null {
  const as = parameters.find((parameter) => parameter.startsWith("as="))?.slice(3);
  if (as === undefined) return "object";
  if (!parameters.includes("g=meta.k8s.io") || !(parameters.includes("v=v1") || parameters.includes("v=v1beta1"))) return null;
  if (as === "table") return "table";
  return as === "partialobjectmetadata" || as === "partialobjectmetadatalist" ? "metadata" : null;
}

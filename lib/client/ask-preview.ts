import { PreviewAnswer, type PreviewRequest } from "@/lib/contract/answers/preview";
import { apiPaths } from "@/lib/contract/url/paths";
import { type Asked, ask } from "./ask";

/** Asks what a document would change. Never throws; an aborted question is a refusal that nobody reads. */
export function askPreview(request: PreviewRequest, signal: AbortSignal): Promise<Asked<PreviewAnswer>> {
  return ask(apiPaths.preview(), PreviewAnswer, signal, request);
}

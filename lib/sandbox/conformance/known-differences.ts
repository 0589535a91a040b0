const schema = "definitions carry no schema yet: schema and CEL validation come with the next step of this server";
const dryRun = "dry run comes with the next step of this server and answers 501 until then";
const apply = "server-side apply comes with the next step of this server and answers 501 until then";
const tokenRequest = "TokenRequest comes with the next step of this server and answers 501 until then";
const websocket = "watches are served over HTTP only: nothing here opens a WebSocket to the API server";
const identity = "the version says that this is the sandbox, and nothing of a build";
const fewerKinds = "only the kinds that are used here are served, not all of Kubernetes and Istio";

/** Where this server answers otherwise than the recorded one, by the number of the interaction, and why. */
export const knownDifferences: ReadonlyMap<number, string> = new Map<number, string>([
  ...each([1, 2], identity),
  [7, "field ownership of definitions is not broken down, and the controller's own entry is left out"],
  ...each([10, 13], fewerKinds),
  [16, "the OpenAPI documents hold what kubectl needs to send a body, and no schema"],
  ...each([49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71, 73, 74, 100], schema),
  ...each([76, 77, 79, 80, 83, 85, 88, 89, 91], dryRun),
  ...each([121, 122, 124, 125, 127, 128, 130, 131, 133, 134], apply),
  [176, "an error is never written as protobuf: the client gets the same 406 as JSON"],
  [193, "definitions without a schema are too small to be compressed; compression has a test of its own"],
  ...each([259, 260, 262, 263], tokenRequest),
  ...each([280, 281], websocket),
  [284, "the checks behind readyz are those of a real server's parts"],
  [299, "the recording has 10,000 more objects by then"],
]);

function each(numbers: readonly number[], reason: string): Array<[number, string]> {
  return numbers.map((number) => [number, reason]);
}

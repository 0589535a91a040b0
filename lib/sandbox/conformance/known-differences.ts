const websocket = "watches are served over HTTP only: nothing here opens a WebSocket to the API server";
const identity = "the version says that this is the sandbox, and nothing of a build";
const fewerKinds = "only the kinds that are used here are served, not all of Kubernetes and Istio";

/** Where this server answers otherwise than the recorded one, by the number of the interaction, and why. */
export const knownDifferences: ReadonlyMap<number, string> = new Map<number, string>([
  ...each([1, 2], identity),
  ...each([10], fewerKinds),
  [16, "the OpenAPI documents hold what kubectl needs to send a body, not every parameter and answer"],
  [193, "definitions without prose are too small to be compressed; compression has a test of its own"],
  ...each([280, 281], websocket),
  [284, "the checks behind readyz are those of a real server's parts"],
  ...each([398], "addresses of Services are given once and not managed"),
  [426, "the message quotes the object with its fields in another order"],
  [461, "built-in kinds have no schema here: their unknown fields are kept"],
  [942, "a JSON patch that copies what is not there is refused"],
  ...each([953, 966], "Pods are written by the control plane alone: they are given no defaults here"),
  [993, "of two bindings that allow the same any may be named: those that a real server looks at have no order"],
  [920, "the words of the YAML parser are its own"],
  [481, "the words of the YAML parser are its own"],
  [835, "the rules of constrained impersonation are not told apart: whoever may not impersonate reads so in the words from before them"],
  [299, "the recording has 10,000 more objects by then"],
]);

function each(numbers: readonly number[], reason: string): Array<[number, string]> {
  return numbers.map((number) => [number, reason]);
}

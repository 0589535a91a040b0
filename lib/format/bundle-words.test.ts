import { expect, it } from "vitest";
import { additionWords, choiceProblemWords, listProblemWords, noMeshWords, tooManyMachinesWords } from "./bundle-words";

it("says what is missing in the files where the mesh configuration could not be read", () => {
  expect(noMeshWords({ place: "ConfigMap istio-system/istio-canary", reason: "not found" })).toBe(
    "ConfigMap istio-system/istio-canary could not be read, so what it sets for all proxies is missing in mesh.yaml. Not found.",
  );
});

it("says that a line was added, and why", () => {
  expect(additionWords("machine-locality")).toBe("Added by Stolos: the locality, as a label.");
  expect(additionWords("gateway-name")).toBe("Added by Stolos: the gateway has a name; istiod's certificate must have it too (ISTIOD_CUSTOM_HOST).");
});

it.each([
  [{ line: 1, code: "no-machine", text: "" }, "There is no machine in the list."],
  [{ line: 3, code: "name-twice", text: "web-1" }, "Line 3: there are two machines named web-1."],
  [{ line: 2, code: "second-address", text: "10.0.0.2" }, "Line 2: “10.0.0.2” is a second address of one kind."],
  [{ line: 2, code: "second-locality", text: "eu/b" }, "Line 2: “eu/b” is a second locality."],
  [{ line: 2, code: "unknown-prefix", text: "locality:eu/eu-a" }, "Line 2: the list has no prefix “locality:”. Write eu/eu-a alone."],
  [{ line: 2, code: "unknown-prefix", text: "locality:" }, "Line 2: the list has no prefix “locality:”. Write the value alone."],
  [{ line: 4, code: "no-ip", text: "10.0.0.256" }, "Line 4: “10.0.0.256” is no IP address."],
] as const)("says what is wrong with a list of machines, and where: %j", (problem, words) => {
  expect(listProblemWords(problem)).toBe(words);
});

it("counts the letters of a name that is too long", () => {
  const words = "The name has 254 letters, and may have 253 at most.";
  expect(choiceProblemWords({ code: "no-name", text: "a".repeat(254) })).toBe(words);
  expect(choiceProblemWords({ code: "no-name", text: "A" })).toBe("“A” is no name: lower-case letters, digits, dots and dashes.");
});

it("counts the machines that are too many", () => {
  expect(tooManyMachinesWords({ machines: 101, most: 100 })).toBe("With these there would be 101 machines; files are made for at most 100 at once.");
});

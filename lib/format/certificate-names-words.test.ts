import { expect, it } from "vitest";
import { certificateNamesWords, customHostWords, lacksNameWords } from "./certificate-names-words";

const source = "ISTIOD_CUSTOM_HOST of istiod's Pods";

it.each([
  [null, expect.stringMatching(/^Not known\. ISTIOD_CUSTOM_HOST of istiod's Pods\. .* Ask whoever runs the mesh for the value of ISTIOD_CUSTOM_HOST\.$/)],
  [[], `Its own alone: a machine that asks for istiod by another name, such as that of a gateway, refuses it. ${source}.`],
  [["a.net"], `a.net, besides its own: a machine may ask for istiod by this name. ${source}.`],
  [["a.net", "b.net"], `a.net and b.net, besides its own: a machine may ask for istiod by these names. ${source}.`],
])("says by which names a machine may ask for istiod: %j", (names, words) => {
  expect(certificateNamesWords({ names, source })).toEqual(words);
});

it("says of the gateway's name whether the certificate has it", () => {
  expect([true, false, null].map(customHostWords)).toEqual([
    "Ask for istiod by this name: its certificate has it (ISTIOD_CUSTOM_HOST)",
    "Ask for istiod by this name: its certificate lacks it, until ISTIOD_CUSTOM_HOST of istiod has it",
    "Ask for istiod by this name: istiod needs ISTIOD_CUSTOM_HOST with it, and whether it has is not known",
  ]);
  expect(lacksNameWords({ name: "gw.net", source })).toBe(
    `istiod's certificate does not have gw.net, so that machines refuse it until ISTIOD_CUSTOM_HOST has it. ${source}.`,
  );
});

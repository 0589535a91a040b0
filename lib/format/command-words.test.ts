import { describe, expect, it } from "vitest";
import * as words from "./command-words";

const patch = { verb: "patch", resource: "workloadgroups", group: "networking.istio.io", namespace: "shop" };

describe("what is said of a command", () => {
  it.each([
    [words.missingVerbsWords([]), ""],
    [words.missingVerbsWords([patch]), "The verb patch on workloadgroups.networking.istio.io in namespace shop is missing"],
    [
      words.missingVerbsWords([
        { ...patch, verb: "create" },
        { verb: "create", resource: "serviceaccounts", subresource: "token", group: "", namespace: "shop" },
      ]),
      "The verb create on workloadgroups.networking.istio.io in namespace shop is missing. The verb create on serviceaccounts/token in namespace shop is missing",
    ],
    [words.conflictWords({ noun: "group" }), "Somebody changed the group since this page showed it. Look at what it says now, then try again."],
    [words.alreadyThereWords({ noun: "group" }), "There is a group of this name already. Nothing was changed."],
    [words.objectGoneWords({ noun: "group" }), "The group is not there any more."],
    [words.nothingChangedWords({ message: "No answer." }), "No answer. Nothing was changed: try again."],
    [words.answerLostWords({ reason: "" }), "The server cannot be reached. It is not known whether the change was made: look at the page, then try again."],
    [
      words.answerLostWords({ reason: "reset" }),
      "The server cannot be reached: reset. It is not known whether the change was made: look at the page, then try again.",
    ],
    [words.answerLostWords({ status: 504 }), "The server answered 504. It is not known whether the change was made: look at the page, then try again."],
    [words.trialLostWords({ reason: "reset" }), "The server cannot be reached: reset. Nothing was changed: try again."],
    [words.trialLostWords({ status: 504 }), "The server answered 504. Nothing was changed: try again."],
    [words.onlyTriedWords({ noun: "group" }), "A group is only tried here, and never written. Apply it with kubectl, or by Git."],
    [words.noTrialWords({ noun: "service account" }), "This cannot be tried on a service account: a trial would do it."],
    [words.mayNotChangeWords({ missing: "The verb patch is missing" }), "You may not change it. The verb patch is missing."],
    [words.managedElsewhereWords({ manager: "Argo CD", noun: "group" }), "Argo CD manages this group and may take the change back: change it there too."],
  ])("%s", (said, expected) => {
    expect(said).toBe(expected);
  });
});

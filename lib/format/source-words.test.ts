import { describe, expect, it } from "vitest";
import { SOURCE_NAMES, SOURCES } from "@/lib/domain/source/source";
import { blindName, deniedInSight, notSeenPhrase, nounOf, SOURCE_WORDS, sourceInText } from "./source-words";

describe("the words of a source", () => {
  it.each([
    ["workloadentries", "*", "workloadentries"],
    ["workloadentries", "shop", "workloadentries in shop"],
    ["istiod-pods", "*", "istiod's pods"],
    ["from-a-later-version", "shop", "from-a-later-version in shop"],
  ])("name %s in %s", (source, namespace, expected) => expect(sourceInText(source, namespace)).toBe(expected));

  it.each([
    ["istiod-pods", "istiod's pods", "istiod's Pods were not seen, so connections are unverified"],
    ["istiod-pods in eu", "istiod's pods in eu", "istiod's pods in eu were not seen"],
    ["workloadgroups in eu/shop", "workloadgroups in eu/shop", "workloadgroups in eu/shop were not seen"],
    ["pods", "pods", "pods were not seen"],
  ])("say what was not seen: %s", (blind, name, phrase) => expect([blindName(blind), notSeenPhrase(blind)]).toEqual([name, phrase]));

  it("say which right is missing by its kind", () => {
    expect(deniedInSight("istiod-pods")).toBe("This account may not list and watch pods.");
  });

  it("are different for each source, and name what the history tells of", () => {
    expect(new Set(Object.values(SOURCE_WORDS).map(({ listed }) => listed)).size).toBe(SOURCE_NAMES.length);
    // A world is told by its replicas.
    const told = SOURCE_NAMES.flatMap((name): readonly string[] => SOURCES[name].subjects).filter((subject) => subject !== "world");
    expect(told.filter((subject) => nounOf(subject) === undefined)).toEqual([]);
    expect(nounOf("serviceentry")).toBe("ServiceEntry");
  });
});

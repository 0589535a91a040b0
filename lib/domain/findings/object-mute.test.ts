import { describe, expect, it } from "vitest";
import { MOST_OBJECT_MUTES, objectMutesOf, objectMutesText, ruleMuteInAnnotation, withObjectMute, withoutObjectMute } from "./object-mute";

const UNTIL = Date.UTC(2026, 8, 1);
const mute = (code: string, until = UNTIL) => ({ code, until, reason: "known" });

describe("the annotation that mutes findings", () => {
  it("the annotation that mutes findings is parsed as it was written, and has the mute of a rule", () => {
    const text = objectMutesText([mute("STL126"), mute("STL204")]);
    expect(text).toBe(
      '[{"code":"STL126","until":"2026-09-01T00:00:00.000Z","reason":"known"},{"code":"STL204","until":"2026-09-01T00:00:00.000Z","reason":"known"}]',
    );
    expect(objectMutesOf(text ?? "")).toEqual([mute("STL126"), mute("STL204")]);
    expect(ruleMuteInAnnotation(text ?? "", "STL204")).toEqual(mute("STL204"));
    expect(ruleMuteInAnnotation(text ?? "", "STL205")).toBeNull();
  });

  it("the annotation that mutes findings mutes nothing if it is missing, and is removed with its last mute", () => {
    expect(objectMutesOf("")).toEqual([]);
    expect(objectMutesText([])).toBeNull();
  });

  it.each(["STL126", "{}", '["STL126"]', '[{"code":"STL126"}]', '[{"code":"STL126","until":"soon"}]', '[{"code":1,"until":"2026-09-01"}]', "[null]"])(
    "cannot be parsed, and mutes nothing, with the value %s",
    (text) => {
      expect(objectMutesOf(text)).toBeNull();
      expect(ruleMuteInAnnotation(text, "STL126")).toBeNull();
    },
  );

  it("the annotation that mutes findings is not parsed if it has too many mutes", () => {
    const many = Array.from({ length: MOST_OBJECT_MUTES + 1 }, (_, index) => mute(`STL${index}`));
    expect(objectMutesOf(objectMutesText(many) ?? "")).toBeNull();
  });
});

it("withObjectMute keeps one mute for each rule and drops ended ones, and withoutObjectMute removes one", () => {
  const mutes = [mute("STL1", 10), mute("STL2", 30), mute("STL3", 40)];
  expect(withObjectMute(mutes, mute("STL2", 50), 20)).toEqual([mute("STL3", 40), mute("STL2", 50)]);
  expect(withoutObjectMute(mutes, "STL1")).toEqual([mute("STL2", 30), mute("STL3", 40)]);
});

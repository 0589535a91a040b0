import { expect, it } from "vitest";
import { capitalize, sentence } from "./sentence";

it.each([
  ["six machines", "Six machines"],
  ["Six", "Six"],
  ["", ""],
])("capitalizes %j as %j", (text, capitalized) => expect(capitalize(text)).toBe(capitalized));

it.each([
  ["no machine serves", "No machine serves."],
  ["it failed!", "It failed!"],
  [" padded ", "Padded."],
  ["istiod restarted", "istiod restarted."],
  ["istiod-7c9f-a is lost", "istiod-7c9f-a is lost."],
  ["spec.weight differs", "spec.weight differs."],
  ["", ""],
])("turns the phrase %j into the sentence %j", (phrase, text) => expect(sentence(phrase)).toBe(text));

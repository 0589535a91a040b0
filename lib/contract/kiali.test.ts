import { expect, it } from "vitest";
import { kialiPaths, linkedBase } from "./kiali";

it.each([
  ["https://kiali.example.com", "https://kiali.example.com"],
  ["https://example.com/kiali/", "https://example.com/kiali"],
  ["http://10.0.0.1:20001/kiali", "http://10.0.0.1:20001/kiali"],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["ftp://kiali.example.com", null],
  ["https://me:secret@kiali.example.com", null],
  ["https://kiali.example.com/?a=b", null],
  ["https://kiali.example.com/#x", null],
  ["kiali.example.com", null],
  ["", null],
])("%s is linked to as %s", (text, base) => {
  expect(linkedBase(text)).toBe(base);
});

it("names are encoded", () => {
  expect(kialiPaths.service("https://k", "a/b", "c?d")).toBe("https://k/console/namespaces/a%2Fb/services/c%3Fd");
  expect(kialiPaths.mesh("https://k")).toBe("https://k/console/mesh");
});

import { describe, expect, it } from "vitest";
import { newsOf } from "./read-edited";

const BASE = "kind: Service\nspec:\n  ports:\n    - port: 80\n";
const draft = { uid: "u", resourceVersion: "7", base: BASE, owner: null, text: "# mine\nspec: {ports: [{port: 81}]}\nkind: Service\n" };
const newer = (base: string, uid = "u") => newsOf(draft, { uid, resourceVersion: "9", base, owner: null });

describe("a newer version of an object that is edited", () => {
  it("is no other where only its status moved: the edit goes on", () => {
    expect(newer(BASE)).toBe("same");
  });

  it("says all that was typed where the edit was applied though its answer got lost", () => {
    expect(newer(BASE.replace("80", "81"))).toBe("done");
  });

  it("is another where somebody else changed it, or made one anew under its name", () => {
    expect(newer(BASE.replace("80", "82"))).toBe("other");
    expect(newer(BASE, "v")).toBe("other");
  });

  it("is another while what was typed cannot be read", () => {
    expect(newsOf({ ...draft, text: "a: [" }, { uid: "u", resourceVersion: "9", base: "a: 1\n", owner: null })).toBe("other");
  });
});

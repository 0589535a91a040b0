import { describe, expect, it } from "vitest";
import { refusalBody } from "./refusal-body";

describe("the body of a refusal", () => {
  it("escapes text from the request", () => {
    const { text } = refusalBody(
      { headers: { accept: "text/html" } },
      { status: 405, title: "No such method", detail: `Nothing here answers <img src="x">&'.` },
      "a-request",
    );
    expect(text).toContain("Nothing here answers &lt;img src=&quot;x&quot;&gt;&amp;&#39;.");
  });

  it("is JSON when the request was not for a page", () => {
    const { text, headers } = refusalBody({ headers: {} }, { status: 400, title: "Malformed", detail: "No." }, "a-request");
    expect([JSON.parse(text), headers["Content-Type"]]).toEqual([
      { status: 400, title: "Malformed", detail: "No.", requestId: "a-request" },
      "application/problem+json",
    ]);
  });
});

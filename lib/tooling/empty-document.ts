import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

/** Files share a document: what one test rendered or kept is gone before the next one looks. */
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

import { expect, it, vi } from "vitest";
import { onNetworkChange } from "./wake";

it("hears at once that the network is lost, and that it is back, until it is ended", () => {
  const heard = vi.fn();
  const end = onNetworkChange(heard);
  window.dispatchEvent(new Event("offline"));
  expect(heard).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  expect(heard).toHaveBeenCalledTimes(2);
  end();
  window.dispatchEvent(new Event("offline"));
  expect(heard).toHaveBeenCalledTimes(2);
});

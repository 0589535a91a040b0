import { connect, type Socket } from "node:net";
import { freshness } from "./alive";
import { expect, test } from "./fixtures";

test("five hundred connections that never end their headers keep nobody out (F43)", async ({ page, request, house }) => {
  const port = Number(new URL(house.address).port);
  const slow = await Promise.all(Array.from({ length: 500 }, () => halfRequest(port)));
  expect((await request.get(`${house.address}/api/healthz`, { timeout: 5_000 })).ok()).toBe(true);
  await page.goto("/entries");
  await expect(freshness(page, "live")).toBeVisible();
  for (const socket of slow) socket.destroy();
});

/** A connection that has begun a request, and stops in the middle of a header. */
function halfRequest(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", () => resolve(socket));
    });
    socket.once("error", reject);
  });
}

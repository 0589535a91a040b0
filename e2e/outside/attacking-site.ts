import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A site that makes its visitors' browsers send to another one. */
export interface AttackingSite {
  readonly port: number;
  end(): Promise<void>;
}

/** Every way in which a page sends to an address that is not its own; `target` is the address of a writing route, `text` its body. */
const page = (target: string, text: string) => `<!doctype html><title>attack</title>
<iframe id="framed" src="${new URL(target).origin}/entries" width="600" height="300"></iframe>
<iframe name="sink" width="1" height="1"></iframe>
<form id="plain" target="sink" method="post" enctype="text/plain" action="${target}"><input name='${text.slice(0, -1)},"x":"' value='"}'></form>
<form id="encoded" target="sink" method="post" action="${target}"><input name="a" value="b"></form>
<form id="files" target="sink" method="post" enctype="multipart/form-data" action="${target}"><input name="a" value="b"></form>
<iframe id="sandboxed" sandbox="allow-scripts allow-forms" srcdoc="<script>
  const send = (init) => fetch('${target}', init).catch(() => 0);
  const text = ${JSON.stringify(text).replaceAll('"', "&quot;")};
  Promise.all([
    send({ method: 'POST', headers: { 'content-type': 'application/json' }, body: text }),
    send({ method: 'POST', mode: 'no-cors', body: text }),
  ]).then(() => parent.postMessage('sent', '*'));
</script>"></iframe>
<script>
  const target = ${JSON.stringify(target)}, text = ${JSON.stringify(text)};
  const send = (init) => fetch(target, { credentials: "include", ...init }).then((answer) => answer.type + " " + answer.status, (error) => "failed");
  const sandboxed = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
  async function attack() {
    for (const id of ["plain", "encoded", "files"]) {
      const loaded = new Promise((resolve) => document.getElementsByName("sink")[0].addEventListener("load", resolve, { once: true }));
      document.getElementById(id).submit();
      await loaded;
    }
    const beacon = navigator.sendBeacon(target, new Blob([text], { type: "text/plain" }));
    const answers = [
      await send({ method: "POST", headers: { "content-type": "application/json" }, body: text }),
      await send({ method: "POST", headers: { "content-type": "application/json", authorization: "Bearer forged" }, body: text }),
      await send({ method: "POST", mode: "no-cors", headers: { "content-type": "text/plain" }, body: text }),
      await send({ method: "POST", mode: "no-cors", keepalive: true, body: new URLSearchParams({ a: "b" }) }),
      await send({ method: "PUT", body: text }),
      await send({ method: "DELETE" }),
    ];
    await sandboxed;
    return { beacon, answers };
  }
</script>`;

/** Starts one on a free port of every loopback name. */
export async function startAttackingSite(target: string, text: string): Promise<AttackingSite> {
  const server = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(page(target, text)));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

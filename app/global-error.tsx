"use client";

import "./globals.css";
import { Button } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";

export default function GlobalError({ error }: { readonly error: Error & { readonly digest?: string } }) {
  return (
    <html lang="en" data-theme="system" data-stale="">
      <head>
        <title>Stolos failed</title>
      </head>
      <body>
        <main role="alert" className="px-page py-10">
          <Headline data={{ "data-statement": "frame-failed" }} sub="The server failed to render the page. This says nothing about your machines.">
            Stolos failed.
          </Headline>
          <p className="mt-4 font-mono text-s wrap-anywhere text-ink-2">
            {error.digest === undefined ? error.message : `Look for ${error.digest} in the server's log.`}
          </p>
          <Button look="primary" onClick={() => window.location.reload()} className="mt-5">
            Reload
          </Button>
        </main>
      </body>
    </html>
  );
}

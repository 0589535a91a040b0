"use client";

import { Button } from "@/components/ui/button";
import { Headline } from "@/components/ui/headline";

interface PageErrorProps {
  readonly error: Error & { readonly digest?: string };
  readonly retry: () => void;
}

export default function PageError({ error, retry }: PageErrorProps) {
  return (
    <div role="alert">
      <Headline data={{ "data-statement": "page-failed" }} sub="It says nothing about your machines. Other pages may still work.">
        This page failed.
      </Headline>
      <p className="mt-4 font-mono text-s wrap-anywhere text-ink-2">
        {error.digest === undefined ? error.message : `Look for ${error.digest} in the server's log.`}
      </p>
      <Button look="primary" onClick={() => retry()} className="mt-5">
        Try again
      </Button>
    </div>
  );
}

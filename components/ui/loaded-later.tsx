"use client";

import { memo, type ReactNode, Suspense, useEffect, useState } from "react";
import type { PartLoader } from "./lazy-part";

interface LoadedLaterProps {
  readonly load: PartLoader<unknown>;
  /** What a navigation shows while the code loads. */
  readonly fallback?: ReactNode;
  /** An element of `lazyPart(load, …)`. */
  readonly children: ReactNode;
}

/**
 * A section that is in the server's HTML and whose code loads after the page. Until then it is not rendered again: React replaces HTML that it has not hydrated by
 * the fallback when the properties of the section change, and the page moves.
 */
export function LoadedLater({ load, fallback, children }: LoadedLaterProps) {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isMounted = true;
    const onLoaded = () => isMounted && setLoaded(true);
    // The section requests the same module, and throws the error of a failed request.
    load().then(onLoaded, onLoaded);
    return () => {
      isMounted = false;
    };
  }, [load]);
  return (
    <Held isLoaded={isLoaded}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Held>
  );
}

const Held = memo(
  function Held({ children }: { readonly children: ReactNode; readonly isLoaded: boolean }) {
    return children;
  },
  (_, { isLoaded }) => !isLoaded,
);

"use client";

import { Component, memo, type ReactNode, Suspense, useEffect, useState } from "react";
import type { PartLoader } from "./lazy-part";

interface LoadedLaterProps {
  readonly load: PartLoader<unknown>;
  /** What a navigation shows while the code loads. */
  readonly fallback?: ReactNode;
  /** Shown if the code cannot be loaded. By default a message. */
  readonly failed?: ReactNode;
  /** An element of `lazyPart(load, …)`. */
  readonly children: ReactNode;
}

/**
 * A section that is in the server's HTML and whose code loads after the page. Until then it is not rendered again: React replaces HTML that it has not hydrated by
 * the fallback when the properties of the section change, and the page moves.
 */
export function LoadedLater({ load, fallback, failed = <LoadAgain />, children }: LoadedLaterProps) {
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
      <OnlyThisFailed message={failed}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </OnlyThisFailed>
    </Held>
  );
}

/** Without it, a section whose code cannot be loaded replaces the whole page by an error. */
class OnlyThisFailed extends Component<{ readonly message: ReactNode; readonly children: ReactNode }, { readonly isFailed: boolean }> {
  override readonly state = { isFailed: false };

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override render() {
    const { message, children } = this.props;
    return this.state.isFailed ? message : children;
  }
}

function LoadAgain() {
  return (
    <p role="alert" className="my-4 text-blind">
      This section could not be loaded. Load the page again.
    </p>
  );
}

const Held = memo(
  function Held({ children }: { readonly children: ReactNode; readonly isLoaded: boolean }) {
    return children;
  },
  (_, { isLoaded }) => !isLoaded,
);

"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useKeptAt } from "./past";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "href"> {
  readonly href: string;
}

/** A link to a page of this site. On a page of the past it leads to the same moment. */
export function Link({ href, ...rest }: LinkProps) {
  return <NextLink href={useKeptAt()(href)} {...rest} />;
}

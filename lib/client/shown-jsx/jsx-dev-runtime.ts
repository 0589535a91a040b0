import * as react from "react/jsx-dev-runtime";
import { shownProps } from "./shown-props";

export type { JSX } from "react";
export const { Fragment } = react;

/** As `jsx-runtime`, for development and tests. */
export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) => react.jsxDEV(type, shownProps(type, Object(props)), ...rest);

import * as react from "react/jsx-runtime";
import { shownProps } from "./shown-props";

export type { JSX } from "react";
export const { Fragment } = react;

type Make = typeof react.jsx;

/** What every element of the pages is made by (`jsxImportSource` in tsconfig.json): React's own, with text as it is to be shown. */
export const jsx: Make = (type, props, key) => react.jsx(type, shownProps(type, Object(props)), key);

export const jsxs: Make = (type, props, key) => react.jsxs(type, shownProps(type, Object(props)), key);

/** Values that tests read from an element: `data-*` attributes. undefined = the element does not have the attribute. */
export type DataAttributes = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>;

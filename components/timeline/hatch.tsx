/** SVG pattern for time without history: violet hatching. Fill shapes with `url(#id)`. */
export function HatchPattern({ id }: { readonly id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <rect width="6" height="6" className="fill-blind-wash" />
      <rect width="6" height="2" className="fill-blind-cell" fillOpacity="0.55" />
    </pattern>
  );
}

import { kialiPaths } from "@/lib/contract/url/external-links";

interface KialiLinkProps {
  /** Where Kiali is; null = not set. */
  readonly base: string | null;
  /** The Service to be shown there; without it, the mesh. */
  readonly service?: { readonly namespace: string; readonly name: string };
}

/** A link to the same thing in Kiali, where its address is set. */
export function KialiLink({ base, service }: KialiLinkProps) {
  if (base === null) return null;
  const href = service === undefined ? kialiPaths.mesh(base) : kialiPaths.service(base, service.namespace, service.name);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-s whitespace-nowrap text-accent">
      Kiali<span className="sr-only">{service === undefined ? ", the mesh" : `, Service ${service.name}`} (another site)</span>
    </a>
  );
}

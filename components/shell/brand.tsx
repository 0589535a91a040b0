/** The logo: six machines, one of them down, drawn like cells of the fleet strip. */
export function Brand() {
  return (
    <span className="flex items-center gap-[9px] text-l font-semibold tracking-[-.01em]">
      <svg width="20" height="12" viewBox="0 0 20 12" fill="currentColor" aria-hidden="true">
        <rect width="5" height="5" rx="1" />
        <rect x="7" width="5" height="5" rx="1" />
        <rect x="14" width="5" height="5" rx="1" opacity=".35" />
        <rect y="7" width="5" height="5" rx="1" />
        <rect x="7" y="7" width="5" height="5" rx="1" className="fill-bad-cell" />
        <rect x="14" y="7" width="5" height="5" rx="1" />
      </svg>
      Stolos
    </span>
  );
}

import { useSystem } from '#web/lib/system.tsx';

/** The built-in sign: links of a chain that carry a signal on. */
export function BuiltInLogo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="64" height="64" rx="14" fill="#1b2229" />
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <rect x="9" y="24" width="25" height="16" rx="8" stroke="#fff" />
        <path d="M30 32h4M38 40h9a8 8 0 0 0 0-16h-9" stroke="#f2ae00" />
      </g>
    </svg>
  );
}

/** The installation's own logo, or else the built-in sign; the text beside it carries the name. */
export function Logo({ size = 40 }: { size?: number }) {
  const { logoUrl } = useSystem();
  if (!logoUrl) return <BuiltInLogo size={size} />;
  return (
    <img src={logoUrl} alt="" style={{ height: size, maxWidth: size * 3.5, objectFit: 'contain', display: 'block' }} />
  );
}

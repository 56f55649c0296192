import { useSystem } from '#web/lib/system.tsx';

function BuiltInLogo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="64" height="64" rx="14" fill="#1b2229" />
      <g fill="none" strokeWidth="6" strokeLinecap="round">
        <rect x="8" y="23" width="28" height="18" rx="9" stroke="#fff" />
        <rect x="28" y="23" width="28" height="18" rx="9" stroke="#f2ae00" />
        <path d="M24 23h3a9 9 0 0 1 9 9" stroke="#1b2229" strokeWidth="10" strokeLinecap="butt" />
        <path d="M22 23h5a9 9 0 0 1 9 9" stroke="#fff" />
      </g>
    </svg>
  );
}

type Props = { size?: number; ground?: 'light' | 'dark' };

/** The installation's logo or the built-in one; adjacent text names it. */
export function Logo({ size = 40, ground = 'light' }: Props) {
  const { logoUrl, darkLogoUrl } = useSystem();
  const url = (ground === 'dark' && darkLogoUrl) || logoUrl;
  if (!url) return <BuiltInLogo size={size} />;
  return (
    <img
      src={url}
      alt=""
      style={{
        ...(ground === 'light' && { background: 'var(--logo-ground)', borderRadius: 8 }),
        height: size,
        maxWidth: size * 3.5,
        objectFit: 'contain',
        display: 'block',
        flexShrink: 0,
      }}
    />
  );
}

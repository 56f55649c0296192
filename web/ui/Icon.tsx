import { type IconName, icons } from './icons.ts';

type Props = { name: IconName; size?: number | string; label?: string; className?: string | undefined };

export function Icon({ name, size = 22, label, className }: Props) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: without a label the icon is decoration and hidden from screen readers
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={{ flexShrink: 0 }}
      role={label ? 'img' : 'presentation'}
      aria-hidden={!label}
    >
      {label && <title>{label}</title>}
      <path d={icons[name]} />
    </svg>
  );
}

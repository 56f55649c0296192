import { type ReactNode, useState } from 'react';
import classes from './Flash.module.css';

/** Highlights a changed `value` for a second. */
export function Flash({ value, children = value }: { value: string; children?: ReactNode }) {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 });
  return (
    <span key={seen.changes} {...(seen.changes > 0 && { className: classes['flash'] })}>
      {children}
    </span>
  );
}

import { type ReactNode, useState } from 'react';
import classes from './Flash.module.css';

/** Marks its content for a second whenever `value` changes; the first value is not marked. */
export function Flash({ value, children = value }: { value: string; children?: ReactNode }) {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 });
  return (
    <span key={seen.changes} {...(seen.changes > 0 && { className: classes['flash'] })}>
      {children}
    </span>
  );
}

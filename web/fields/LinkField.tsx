import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import type { FieldOf } from './frame.ts';

const target = { email: 'mailto:', phone: 'tel:' } as Record<string, string>;

/** A link: a page of the application, a website, an e-mail address or a number. */
export function LinkCell({ field, value }: CellProps<FieldOf<'link' | 'webAddress' | 'email' | 'phone'>>) {
  const text = String(value);
  const prefix = target[field.kind];
  if (prefix)
    return (
      <Anchor href={prefix + text} className={classes['link'] ?? ''}>
        {text}
      </Anchor>
    );
  if (/^https?:\/\//.test(text))
    return (
      <Anchor href={text} target="_blank" rel="noopener noreferrer" className={classes['link'] ?? ''}>
        {text}
      </Anchor>
    );
  return (
    <Anchor component={Link} to={text.replace(/^#/, '')} className={classes['link'] ?? ''}>
      {text}
    </Anchor>
  );
}

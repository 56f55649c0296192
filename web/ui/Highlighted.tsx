import { matchedParts } from '#shared/fold.ts';
import classes from './Highlighted.module.css';

export function Highlighted({ text, term }: { text: string; term: string }) {
  let at = 0;
  return matchedParts(text, term).map(({ text: part, isMatch }) => {
    const key = at;
    at += part.length;
    return isMatch ? (
      <mark key={key} className={classes['match']}>
        {part}
      </mark>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}

import { atLinks } from '#shared/web-links.ts';
import classes from './Devices.module.css';

/** A plain text with line breaks and with links that open in a new tab. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className={classes['text']}>
      {atLinks(text).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          <a key={index} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

import classes from './Devices.module.css';

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g;

/** A plain text with its line breaks, whose links can be followed in a new tab. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className={classes['text']}>
      {text.split(LINK).map((part, index) =>
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

import { Placeholder } from './placeholder/Placeholder.tsx';
import { RichText } from './RichText.tsx';

/** A text as written, with placeholders as subtle marks. */
export const AuthorText = ({ text }: { text: string }) => (
  <RichText text={text} placeholder={(part, key) => <Placeholder key={key} text={part} />} />
);

import { Placeholder } from './Placeholder.tsx';
import { RichText } from './RichText.tsx';

/** A text as it was written; what differs per recipient stands as a quiet mark. */
export const AuthorText = ({ text }: { text: string }) => (
  <RichText text={text} placeholder={(part, key) => <Placeholder key={key} text={part} />} />
);

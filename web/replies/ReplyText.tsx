import { ReplyWords } from '#web/messages/ReplyWords.tsx';
import type { ReplyRow } from './queries.ts';
import classes from './replies.module.css';

/** The full text of a reply; for a call the pressed keys. */
export function ReplyText({ reply: { text, channel } }: { reply: ReplyRow }) {
  const source = channel.channelType.identifier;
  return (
    <blockquote className={classes['text']}>
      {source === 'voice' ? <ReplyWords text={text} source={source} /> : text}
    </blockquote>
  );
}

import { useState } from 'react';
import type { Text } from '#web/reports/draft/EditableText.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';

/** Texts that are being typed and are not stored: the report's under "report", a message's own under its id. */
export type Typed = Readonly<Record<string, Text>>;

/** What is being typed on the page; null takes a text back once it is stored. */
export function useTyped(): { typed: Typed; note: (name: string, text: Text | null) => void } {
  const [typed, setTyped] = useState<Typed>({});
  const note = (name: string, text: Text | null) =>
    setTyped((before) => {
      const { [name]: _known, ...others } = before;
      if (text) return { ...others, [name]: text };
      return name in before ? others : before;
    });
  return { typed, note };
}

/** Whether a message carries a text of its own; each of title and content follows the report's while it is the same. */
export const isOwnText = (report: Text, message: Text): boolean =>
  message.title !== report.title || message.content !== report.content;

/**
 * What a message says right now: its own typed text, or the report's as far as it follows that; `fill` puts in what is
 * typed about where and what.
 */
export function textNow(report: ReportDetails, message: ReportMessage, typed: Typed, fill: Fill = asItIs): Text {
  const own = typed[message.id];
  if (own) return fill(own);
  const common = typed['report'] ?? report;
  return fill({
    title: message.title === report.title ? common.title : message.title,
    content: message.content === report.content ? common.content : message.content,
  });
}

/** Puts something into a text. */
export type Fill = (text: Text) => Text;

const asItIs: Fill = (text) => text;

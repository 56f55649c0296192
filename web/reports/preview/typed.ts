import { useState } from 'react';
import type { Text } from '#shared/said-lines.ts';
import { isDraft, isWithdrawn } from '#web/messages/status.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';

/** Texts that are being typed and are not stored: the report's under "report", a message's own under its id. */
export type Typed = Readonly<Record<string, Text>>;

/** A text that was being typed when its message left without it, or the report's own when something of that did. */
export type Overtaken = { name: string; channel: string | null; text: Text };

/** What is being typed of a report. */
export type Typing = {
  typed: Typed;
  /** Keeps what was typed; null takes it back once it is stored. */
  note: (name: string, text: Text | null) => void;
  /** What can be stored no more, until somebody needs it no longer. */
  overtaken: readonly Overtaken[];
  forget: (text: Overtaken) => void;
};

/** Keeps what is being typed of a report, also what is overtaken: somebody else sent it, or it went by itself. */
export function useTyped(report: ReportDetails): Typing {
  const [typed, setTyped] = useState<Typed>({});
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);
  const left = Object.keys(typed).filter((name) => hasLeft(report, name));
  if (left.length > 0) {
    setTyped(Object.fromEntries(Object.entries(typed).filter(([name]) => !left.includes(name))));
    setOvertaken([...overtaken, ...left.flatMap((name) => overtakenBy(report, name, typed[name]!))]);
  }
  const note = (name: string, text: Text | null) =>
    setTyped((before) => {
      const { [name]: _known, ...others } = before;
      if (text) return { ...others, [name]: text };
      return name in before ? others : before;
    });
  return { typed, note, overtaken, forget: (text) => setOvertaken((before) => before.filter((one) => one !== text)) };
}

const messagesOf = ({ messages }: ReportDetails): ReportMessage[] => messages.edges.map(({ node }) => node);

/** Whether something of a report was sent: what somebody has read must not change under them. */
export const isBound = (report: ReportDetails): boolean =>
  messagesOf(report).some((message) => !isDraft(message.status) && !isWithdrawn(message));

/** Whether what is typed under a name has nowhere to be stored any more. */
function hasLeft(report: ReportDetails, name: string): boolean {
  const messages = messagesOf(report);
  const drafts = messages.filter(({ status }) => isDraft(status));
  if (name === 'report' || name.startsWith('version/'))
    return isBound(report) || (messages.length > 0 && drafts.length === 0);
  return !drafts.some(({ id }) => id === name);
}

/** Nothing where what left says the same, as it had been stored a moment before. */
function overtakenBy(report: ReportDetails, name: string, text: Text): Overtaken[] {
  const message = messagesOf(report).find(({ id }) => id === name);
  const { title, content } = message ?? report;
  if (title === text.title && content === text.content) return [];
  return [{ name, channel: message?.channel.name ?? null, text }];
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

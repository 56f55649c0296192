import { useState } from 'react';
import type { Text } from '#shared/said-lines.ts';
import { isDraft, isWithdrawn } from '#web/messages/status.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';

/** The report's text under "report", a message's own under its id. */
export type Typed = Readonly<Record<string, Text>>;

/** A text that was unsaved when its message left. */
export type Overtaken = { name: string; channel: string | null; text: Text };

/** The unsaved texts of a report. */
export type Typing = {
  typed: Typed;
  /** Records unsaved text; null removes it. */
  note: (name: string, text: Text | null) => void;
  /** Texts that can't be stored, until dismissed. */
  overtaken: readonly Overtaken[];
  forget: (text: Overtaken) => void;
};

/** Keeps unsaved texts, including those whose message left without them. */
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

/** Returns whether a part was sent, so that the text must not change. */
export const isBound = (report: ReportDetails): boolean =>
  messagesOf(report).some((message) => !isDraft(message.status) && !isWithdrawn(message));

/** Returns whether an unsaved text can't be stored. */
function hasLeft(report: ReportDetails, name: string): boolean {
  const messages = messagesOf(report);
  const drafts = messages.filter(({ status }) => isDraft(status));
  if (name === 'report' || name.startsWith('version/'))
    return isBound(report) || (messages.length > 0 && drafts.length === 0);
  return !drafts.some(({ id }) => id === name);
}

/** Returns the unsaved text, or an empty list if it was just stored. */
function overtakenBy(report: ReportDetails, name: string, text: Text): Overtaken[] {
  const message = messagesOf(report).find(({ id }) => id === name);
  const { title, content } = message ?? report;
  if (title === text.title && content === text.content) return [];
  return [{ name, channel: message?.channel.name ?? null, text }];
}

/** Returns whether a message has its own text. Title and content follow the report's while equal. */
export const isOwnText = (report: Text, message: Text): boolean =>
  message.title !== report.title || message.content !== report.content;

/** Returns a message's current text, its own or the report's. `fill` adds unsaved details. */
export function textNow(report: ReportDetails, message: ReportMessage, typed: Typed, fill: Fill = asItIs): Text {
  const own = typed[message.id];
  if (own) return fill(own);
  const common = typed['report'] ?? report;
  return fill({
    title: message.title === report.title ? common.title : message.title,
    content: message.content === report.content ? common.content : message.content,
  });
}

/** Fills values into a text. */
export type Fill = (text: Text) => Text;

const asItIs: Fill = (text) => text;

import { useState } from 'react';
import { useMutation } from 'urql';
import { fullName } from '#web/lib/viewer.tsx';
import { SetRecipientsMutation } from '#web/messages/queries.ts';
import type { ReportMessage } from './queries.ts';

/** The kinds of recipients an author chooses. */
export type ChosenKind = 'lists' | 'groups' | 'people';
/** What an author chose, by kind. */
export type Chosen = Record<ChosenKind, { id: string; name: string }[]>;

const unique = (rows: { id: string; name: string }[]) => [...new Map(rows.map((row) => [row.id, row])).values()];

/** What is chosen on any of these messages. */
export const chosenOf = (messages: ReportMessage[]): Chosen => ({
  lists: unique(messages.flatMap((message) => message.messageLists.edges.map(({ node }) => node))),
  groups: unique(messages.flatMap((message) => message.messageGroups.edges.map(({ node }) => node))),
  people: unique(
    messages.flatMap((message) =>
      message.messagePeople.edges.map(({ node }) => ({ id: node.id, name: fullName(node) })),
    ),
  ),
});

/** Stores a choice on all these messages, so that every channel reaches the same people. */
export function useSetRecipients(messages: ReportMessage[], onChanged: () => void) {
  const [busy, setBusy] = useState(false);
  const [, set] = useMutation(SetRecipientsMutation);
  const save = async (chosen: Chosen) => {
    setBusy(true);
    const ids = (kind: ChosenKind) => chosen[kind].map(({ id }) => id);
    const choice = { lists: ids('lists'), groups: ids('groups'), people: ids('people') };
    for (const message of messages) {
      const { error } = await set({ message: message.id, ...choice });
      if (error) break;
    }
    setBusy(false);
    onChanged();
  };
  return { save, busy };
}

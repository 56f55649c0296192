import { useState } from 'react';
import { useMutation } from 'urql';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { useData } from '#web/lib/data.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { SetRecipientsMutation } from '#web/messages/queries.ts';
import { ChoiceQuery, type ReportMessage } from '#web/reports/queries.ts';

/** What an author chose, by kind. */
export type Chosen = Record<CandidateKind, { id: string; name: string }[]>;

/** What is chosen for a message; the messages of a report that are not sent yet share one choice. */
export function useChosen(message: ReportMessage): {
  chosen: Chosen | undefined;
  isWhole: boolean;
  refetch: () => void;
} {
  const { data, refetch } = useData(ChoiceQuery, { message: message.id });
  const choice = data?.message;
  const chosen = choice && {
    lists: choice.messageLists.edges.map(({ node }) => node),
    groups: choice.messageGroups.edges.map(({ node }) => node),
    people: choice.messagePeople.edges.map(({ node }) => ({ id: node.id, name: fullName(node) })),
  };
  // a choice that is not loaded as a whole must not be stored again: the rest of it would be lost
  const isWhole = choice ? choice.messagePeople.totalCount === choice.messagePeople.edges.length : false;
  return { chosen: chosen ?? undefined, isWhole, refetch };
}

/** Stores a choice on all these messages, so that every channel reaches the same people. */
export function useSetRecipients(messages: ReportMessage[], onChanged: () => void) {
  const [busy, setBusy] = useState(false);
  const [, set] = useMutation(SetRecipientsMutation);
  const save = async (chosen: Chosen) => {
    setBusy(true);
    const ids = (kind: CandidateKind) => chosen[kind].map(({ id }) => id);
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

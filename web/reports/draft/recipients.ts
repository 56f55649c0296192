import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { apiErrorToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { SetRecipientsMutation } from '#web/messages/queries.ts';
import { ChoiceQuery, type ReportMessage } from '#web/reports/queries.ts';

/** What an author chose, by kind. */
export type Chosen = Record<CandidateKind, { id: string; name: string }[]>;

/** Whom a message goes to. */
export type Choice = {
  chosen: Chosen;
  /** A choice that is not loaded as a whole must not be stored again: the rest of it would be lost. */
  isWhole: boolean;
};

/** What is chosen for a message, with its mark; the messages of a report that are not sent yet share one choice. */
export function useChosen(message: ReportMessage | undefined): {
  choice: Choice | null;
  seen: string | undefined;
  refetch: () => void;
} {
  const { data, refetch } = useData(ChoiceQuery, { message: message?.id ?? '' }, { pause: !message });
  return { choice: choiceOf(data), seen: data?.message?.seen, refetch };
}

function choiceOf(data: ResultOf<typeof ChoiceQuery> | undefined): Choice | null {
  const message = data?.message;
  if (!message) return null;
  const { messageLists, messageGroups, messagePeople } = message;
  return {
    chosen: {
      lists: messageLists.edges.map(({ node }) => node),
      groups: messageGroups.edges.map(({ node }) => node),
      people: messagePeople.edges.map(({ node }) => ({ id: node.id, name: fullName(node) })),
    },
    isWhole: messagePeople.totalCount === messagePeople.edges.length,
  };
}

/**
 * Stores what changed of a choice at once on all drafts of a report that are for the same function, or for none, so that every
 * channel reaches the same people, and a colleague's change of the same moment stays.
 */
export function useSetRecipients(report: string, message: ReportMessage, onChanged: () => void) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [, set] = useMutation(SetRecipientsMutation);
  const store = async (before: Chosen, after: Chosen) => {
    const options = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(ChoiceQuery, { message: message.id }, options).toPromise();
    const newest = choiceOf(data);
    if (!newest?.isWhole) {
      apiErrorToast(newest ? 'error_changed_meanwhile' : 'error_unavailable');
      return false;
    }
    const forGroup = message.forGroup?.id ?? null;
    return !(await set({ report, ...idsOf(changed(newest.chosen, before, after)), forGroup })).error;
  };
  /** Tells whether it is stored. */
  const save = async (before: Chosen, after: Chosen) => {
    setBusy(true);
    const isStored = await store(before, after);
    setBusy(false);
    onChanged();
    return isStored;
  };
  return { save, busy };
}

/** The ids of what is chosen, by kind. */
export const idsOf = (chosen: Chosen): Record<CandidateKind, string[]> => ({
  lists: chosen.lists.map(({ id }) => id),
  groups: chosen.groups.map(({ id }) => id),
  people: chosen.people.map(({ id }) => id),
});

/** A choice with what somebody took out of another and put in. */
function changed(newest: Chosen, before: Chosen, after: Chosen): Chosen {
  const of = (kind: CandidateKind) => {
    const isIn = (rows: Chosen[CandidateKind], id: string) => rows.some((row) => row.id === id);
    const stays = newest[kind].filter(({ id }) => !isIn(before[kind], id) || isIn(after[kind], id));
    return [...stays, ...after[kind].filter(({ id }) => !isIn(before[kind], id) && !isIn(stays, id))];
  };
  return { lists: of('lists'), groups: of('groups'), people: of('people') };
}

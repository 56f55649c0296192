import { useState } from 'react';
import { useClient, useMutation } from 'urql';
import type { CandidateKind } from '#web/contacts/useCandidates.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { apiErrorToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { SetRecipientsMutation } from '#web/messages/queries.ts';
import { ChoiceQuery, type ReportMessage } from '#web/reports/queries.ts';

/** An author's choice, by kind. */
export type Chosen = Record<CandidateKind, { id: string; name: string }[]>;

/** The recipients of a message. */
export type RecipientChoice = {
  chosen: Chosen;
  /** Whether the choice is completely loaded; storing an incomplete one loses the rest. */
  isWhole: boolean;
};

/** Returns the choice of a message with its revision mark. */
export function useChosen(message: ReportMessage | undefined): {
  choice: RecipientChoice | null;
  seen: string | undefined;
  refetch: () => void;
} {
  const { data, refetch } = useData(ChoiceQuery, { message: message?.id ?? '' }, { pause: !message });
  return { choice: choiceOf(data), seen: data?.message?.seen, refetch };
}

function choiceOf(data: ResultOf<typeof ChoiceQuery> | undefined): RecipientChoice | null {
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

/** Stores changes to a choice on all drafts of a report with the same function. Concurrent changes stay. */
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
  /** Resolves with whether it is stored. */
  const save = async (before: Chosen, after: Chosen) => {
    setBusy(true);
    const isStored = await store(before, after);
    setBusy(false);
    onChanged();
    return isStored;
  };
  return { save, busy };
}

export const idsOf = (chosen: Chosen): Record<CandidateKind, string[]> => ({
  lists: chosen.lists.map(({ id }) => id),
  groups: chosen.groups.map(({ id }) => id),
  people: chosen.people.map(({ id }) => id),
});

/** Applies a difference to the newest choice. */
function changed(newest: Chosen, before: Chosen, after: Chosen): Chosen {
  const of = (kind: CandidateKind) => {
    const isIn = (rows: Chosen[CandidateKind], id: string) => rows.some((row) => row.id === id);
    const stays = newest[kind].filter(({ id }) => !isIn(before[kind], id) || isIn(after[kind], id));
    return [...stays, ...after[kind].filter(({ id }) => !isIn(before[kind], id) && !isIn(stays, id))];
  };
  return { lists: of('lists'), groups: of('groups'), people: of('people') };
}

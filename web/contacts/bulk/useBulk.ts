import { useEffect, useEffectEvent, useState } from 'react';
import { useClient } from 'urql';
import {
  AddPeopleToGroupMutation,
  AddPeopleToListMutation,
  type BulkOutcome,
  DeactivatePeopleMutation,
} from './mutations.ts';

/** The kinds of bulk actions. */
export type BulkKind = 'group' | 'list' | 'deactivate';

/** Previews a bulk action as soon as its target is set, and runs it. */
export function useBulk(kind: BulkKind, people: string[], target: string) {
  const client = useClient();
  const [preview, setPreview] = useState<{ target: string; outcome: BulkOutcome }>();
  const [busy, setBusy] = useState(false);
  const isReady = kind === 'deactivate' || target !== '';
  const send = async (dryRun: boolean): Promise<BulkOutcome | undefined> => {
    const [off, group, list] = [DeactivatePeopleMutation, AddPeopleToGroupMutation, AddPeopleToListMutation];
    const sent =
      kind === 'deactivate'
        ? client.mutation(off, { people, dryRun })
        : client.mutation(kind === 'group' ? group : list, { target, people, dryRun });
    return (await sent.toPromise()).data?.result;
  };
  const look = useEffectEvent(async (wanted: string) => {
    const outcome = await send(true);
    if (outcome) setPreview({ target: wanted, outcome });
  });
  useEffect(() => {
    if (isReady) void look(target);
  }, [isReady, target]);
  const run = async () => {
    setBusy(true);
    const outcome = await send(false);
    setBusy(false);
    return outcome;
  };
  return { outcome: preview?.target === target ? preview.outcome : undefined, isReady, busy, run };
}

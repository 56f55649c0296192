import { useMutation } from 'urql';
import { DeleteMessageMutation, RestoreMessageMutation } from '#web/messages/queries.ts';
import { undoToast } from '#web/ui/undo-toast.tsx';

/** Returns a function that removes a draft. With a text, offers to restore it. The returned function hides that. */
export function useDiscardMessage(onChanged: () => void) {
  const [{ fetching }, remove] = useMutation(DeleteMessageMutation);
  const [, restore] = useMutation(RestoreMessageMutation);
  const takeBack = async (id: string) => {
    if (!(await restore({ id })).error) onChanged();
  };
  const discard = async (id: string, words: string | null): Promise<(() => void) | undefined> => {
    if ((await remove({ id })).error) return undefined;
    onChanged();
    return words === null ? undefined : undoToast(words, () => void takeBack(id));
  };
  return { discard, busy: fetching };
}

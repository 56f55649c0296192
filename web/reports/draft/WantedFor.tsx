import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { SetFunctionMutation } from '#web/messages/queries.ts';
import type { ReportMessage } from '#web/reports/queries.ts';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { functionsOf } from './functions-of.ts';

type Props = { report: string; drafts: readonly ReportMessage[]; mayChoose: boolean; onChanged: () => void };

export function WantedFor({ report, drafts, mayChoose, onChanged }: Props) {
  const { t } = useTranslation('drafts');
  const [{ fetching }, set] = useMutation(SetFunctionMutation);
  const functions = functionsOf(drafts);
  const [first, ...others] = functions;
  if (!first) return null;
  const names = functions.map(({ name }) => name).join(', ');
  const change = async (from: string | null, to: string | null) => {
    const { error } = await set({ report, from, to });
    onChanged();
    return !error;
  };
  const canUndo = others.length === 0 && drafts.every(({ forGroup }) => forGroup);
  const forNone = async () => {
    for (const { id } of functions) if (!(await change(id, null))) return;
    if (canUndo) undoToast(t('draft.forNone', { name: names }), () => void change(null, first.id));
  };
  return (
    <Group gap="sm" mt="md">
      <Text>{t('draft.for', { names })}</Text>
      {mayChoose && (
        <Button variant="default" loading={fetching} onClick={() => void forNone()}>
          {t('draft.notFor')}
        </Button>
      )}
    </Group>
  );
}

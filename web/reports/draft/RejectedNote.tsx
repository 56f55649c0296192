import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import type { ReportMessage } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** Why messages came back. Reopening makes drafts of them. */
export function RejectedNote({ messages, onChanged }: { messages: ReportMessage[]; onChanged: () => void }) {
  const { t } = useTranslation('drafts');
  const [{ fetching }, update] = useMutation(UpdateMessageMutation);
  const rejected = messages.filter(({ status }) => status === 'rejected');
  if (rejected.length === 0) return null;
  const reasons = [...new Set(rejected.map(({ rejectReason }) => rejectReason).filter(Boolean))];
  const takeUp = async () => {
    for (const { id } of rejected) await update({ input: { id } });
    onChanged();
  };
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />} title={t('rejected.title')}>
      {reasons.map((reason) => (
        <Text key={reason} mb="sm">
          {reason}
        </Text>
      ))}
      <Group>
        <Button variant="default" loading={fetching} onClick={() => void takeUp()}>
          {t('rejected.takeUp')}
        </Button>
      </Group>
    </Alert>
  );
}

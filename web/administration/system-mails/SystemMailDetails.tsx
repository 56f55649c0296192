import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { EntityRow } from '#web/fields/frame.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { TestSystemMailMutation } from './queries.ts';
import classes from './system-mails.module.css';

type Result = { ok: true } | { ok: false; reason: string; detail: string | null };

/** Below a system mail's form: sends the saved text to the viewer. */
export function SystemMailDetails({ row }: { row: EntityRow }) {
  const { t } = useTranslation('administration');
  const { user } = useViewer();
  const [{ fetching, data }, send] = useMutation(TestSystemMailMutation);
  const mail = { identifier: String(row['identifier']), language: String(row['language']) };
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={3}>{t('systemMail.test')}</Title>
      <Text c="gray.6" className={classes['address'] ?? ''}>
        {t('systemMail.testText', { address: user.email })}
      </Text>
      <Button variant="default" leftSection={<Icon name="send" />} loading={fetching} onClick={() => void send(mail)}>
        {t('systemMail.sendTest')}
      </Button>
      {data && !fetching && <Outcome result={data.testSystemMail as Result} />}
    </Stack>
  );
}

function Outcome({ result }: { result: Result }) {
  const { t } = useTranslation('administration');
  const problem = useProblemText();
  if (result.ok)
    return (
      <Alert color="green" icon={<Icon name="checkCircle" />} role="status">
        {t('systemMail.sent')}
      </Alert>
    );
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />} title={t('systemMail.refused')} role="alert">
      {[problem(result.reason), result.detail].filter(Boolean).join(' – ')}
    </Alert>
  );
}

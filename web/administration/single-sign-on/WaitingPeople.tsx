import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { ConfirmIdentityMutation, RejectIdentityMutation, type WaitingRow } from './queries.ts';

type Props = { waiting: readonly WaitingRow[]; onChange: () => void };

/** A provider's people with the address of a user here: an owner decides whether they are the same. */
export function WaitingPeople({ waiting, onChange }: Props) {
  const { t } = useTranslation('singleSignOn');
  const [confirming, confirm] = useMutation(ConfirmIdentityMutation);
  const [rejecting, reject] = useMutation(RejectIdentityMutation);
  if (!waiting.length) return null;
  const decide = async (id: string, isSame: boolean) => {
    const { error } = isSame ? await confirm({ id }) : await reject({ id });
    if (!error) successToast(t(isSame ? 'waiting.confirmed' : 'waiting.rejected'));
    onChange();
  };
  const busy = confirming.fetching || rejecting.fetching;
  return (
    <Stack gap="sm">
      <Title order={3} fz="md">
        {t('waiting.title')}
      </Title>
      <Text maw={720}>{t('waiting.text')}</Text>
      <ul className={classes['entries']}>
        {waiting.map(({ id, provider, insertedAt, user }) => {
          const name = user ? fullName(user) : '';
          return (
            <li key={id} className={classes['entry']}>
              <Text fw={600}>{t('waiting.who', { name, provider })}</Text>
              <Text fz="sm" c="gray.7">
                <DateTime value={insertedAt} />
              </Text>
              <Group gap="sm" mt="sm">
                <Button
                  loading={busy}
                  onClick={() => void decide(id, true)}
                  aria-label={t('waiting.confirmNamed', { name })}
                >
                  {t('waiting.confirm')}
                </Button>
                <Button
                  variant="default"
                  loading={busy}
                  onClick={() => void decide(id, false)}
                  aria-label={t('waiting.rejectNamed', { name })}
                >
                  {t('waiting.reject')}
                </Button>
              </Group>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}

import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { useConfirm } from '#web/ui/confirm.tsx';
import { CopyTextButton } from '#web/ui/copy/CopyTextButton.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { type IncomingSourceState, ReplaceIncomingAddressMutation } from './queries.ts';

type Props = { source: IncomingSourceState; onReplaced: () => void };

/** Creates or replaces the secret address that a source sends to, and shows it once. */
export function IncomingAddress({ source, onReplaced }: Props) {
  const { t } = useTranslation('incoming');
  const confirm = useConfirm();
  const [url, setUrl] = useState<string | null>(null);
  const [{ fetching }, replace] = useMutation(ReplaceIncomingAddressMutation);
  const { addressSetAt, kind } = source;
  const ask = async () => {
    if (addressSetAt && !(await confirm({ title: t('address.replaceTitle'), text: t('address.replaceText') }))) return;
    const { data } = await replace({ id: source.id });
    if (!data) return;
    setUrl(data.replaceIncomingAddress.url);
    onReplaced();
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="incoming-address" align="flex-start">
      <Title order={3} id="incoming-address">
        {t('address.title')}
      </Title>
      {url ? (
        <>
          <Text>{t('address.once')}</Text>
          <Code block className={classes['secret']}>
            {url}
          </Code>
          <CopyTextButton value={url} label={t('address.copy')} copied={t('address.copied')} />
        </>
      ) : (
        <Text c={addressSetAt ? 'gray.6' : 'red.9'}>
          {addressSetAt ? (
            <>
              {t('address.since')} <DateTime value={addressSetAt} />
            </>
          ) : (
            t('address.none')
          )}
        </Text>
      )}
      <Text c="gray.6">{t(kind === 'cap' ? 'address.howCap' : 'address.howAlertmanager')}</Text>
      <Group>
        <Button variant="default" loading={fetching} onClick={() => void ask()}>
          {t(addressSetAt ? 'address.replace' : 'address.create')}
        </Button>
      </Group>
    </Stack>
  );
}

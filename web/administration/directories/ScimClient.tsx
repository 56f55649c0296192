import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { SecretDialog } from '#web/administration/SecretDialog.tsx';
import lines from '#web/contacts/contacts.module.css';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CreateScimTokenMutation, type DirectoryRow, RevokeScimTokenMutation, type ScimTokenRow } from './queries.ts';

type Props = { row: DirectoryRow; onChange: () => void };

/** The address and tokens of a SCIM client, and its data so far. */
export function ScimClient({ row, onChange }: Props) {
  const { t } = useTranslation('directories');
  const [secret, setSecret] = useState<string>();
  const [creation, create] = useMutation(CreateScimTokenMutation);
  const { id, label, scimUrl, scimPeople: people, scimGroups: groups, scimChangedAt, scimTokens } = row;
  const issue = async () => {
    const { data } = await create({ directory: id });
    if (!data) return;
    setSecret(data.createScimToken.token);
    onChange();
  };
  return (
    <Stack gap="sm">
      <Stack gap={4}>
        <Text fz="sm">{t('scimAddress')}</Text>
        <Code block className={classes['address']}>
          {scimUrl}
        </Code>
        <Text fz="sm" c="gray.7">
          {t('scimNote')}
        </Text>
        <Text fz="sm">
          {t('scimReceived', { people: t('people', { count: people }), groups: t('groups', { count: groups }) })}
          {scimChangedAt && (
            <>
              {' · '}
              {t('scimChanged')} <DateTime value={scimChangedAt} />
            </>
          )}
        </Text>
      </Stack>
      {row.dueAt && row.intervalHours === 0 && (
        <Alert color="yellow" role="status" icon={<Icon name="info" />}>
          {t('scimWaiting')} <DateTime value={row.dueAt} />
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Title order={3} fz="md">
          {t('tokens')}
        </Title>
        <Button
          variant="default"
          leftSection={<Icon name="key" />}
          loading={creation.fetching}
          onClick={() => void issue()}
          aria-label={t('issueTokenNamed', { label })}
        >
          {t('issueToken')}
        </Button>
      </Group>
      {scimTokens.length === 0 ? (
        <Text c="gray.7">{t('noTokens')}</Text>
      ) : (
        <ul className={lines['lines']}>
          {scimTokens.map((token) => (
            <ScimToken key={token.id} token={token} onChange={onChange} />
          ))}
        </ul>
      )}
      {secret && (
        <SecretDialog
          title={t('tokenTitle')}
          text={t('tokenText')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Stack>
  );
}

function ScimToken({ token, onChange }: { token: ScimTokenRow; onChange: () => void }) {
  const { t } = useTranslation('directories');
  const confirm = useConfirm();
  const [{ fetching }, revoke] = useMutation(RevokeScimTokenMutation);
  const { prefix, insertedAt, usedAt, revokedAt } = token;
  const ask = async () => {
    if (!(await confirm({ title: t('revokeTokenTitle', { prefix }), text: t('revokeTokenText'), danger: true })))
      return;
    const { error } = await revoke({ id: token.id });
    if (!error) successToast(t('tokenRevokedToast'));
    onChange();
  };
  return (
    <li className={lines['line']}>
      <div className={lines['lineText']}>
        <Code className={classes['address']}>{`scim_${prefix}_…`}</Code>
        <span className={lines['lineNote']}>
          {t('tokenMade')} <DateTime value={insertedAt} />
          {' · '}
          {usedAt ? (
            <>
              {t('tokenUsed')} <DateTime value={usedAt} />
            </>
          ) : (
            t('tokenUnused')
          )}
          {revokedAt && (
            <>
              {' · '}
              {t('tokenRevoked')} <DateTime value={revokedAt} />
            </>
          )}
        </span>
      </div>
      {!revokedAt && (
        <Button
          variant="default"
          leftSection={<Icon name="stop" />}
          loading={fetching}
          onClick={() => void ask()}
          aria-label={t('revokeTokenNamed', { prefix })}
        >
          {t('revokeToken')}
        </Button>
      )}
    </li>
  );
}

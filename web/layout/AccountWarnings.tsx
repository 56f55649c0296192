import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { formatDateTime } from '#web/lib/format.ts';
import { successToast } from '#web/lib/toasts.ts';
import { type AccountChanges as Shown, useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ConfirmMailServerMutation, DismissAccountWarningsMutation } from './queries.ts';
import classes from './SendingBanner.module.css';

type Warnings = NonNullable<Shown>;

const banner = { root: classes['banner'] ?? '', message: classes['text'] ?? '' };

/** Shows password resets that may give an account to another person, and mail servers that a system owner must confirm. */
export function AccountWarnings() {
  const { warnings, refetch } = useViewer();
  if (!warnings) return null;
  const { resets, mailServers, waitingMails } = warnings;
  return (
    <>
      {resets.length > 0 && <Resets resets={resets} onDone={refetch} />}
      {(waitingMails > 0 || mailServers.length > 0) && (
        <Servers servers={mailServers} waiting={waitingMails} onDone={refetch} />
      )}
    </>
  );
}

function Resets({ resets, onDone }: { resets: Warnings['resets']; onDone: () => void }) {
  const { t } = useTranslation('accountWarnings');
  const [{ fetching }, dismiss] = useMutation(DismissAccountWarningsMutation);
  const words = ({ isOwn, isDone, at, name }: Warnings['resets'][number]) => {
    const values = { at: formatDateTime(at), name };
    if (isOwn) return t('resets.ownRequested', values);
    return isDone ? t('resets.done', values) : t('resets.requested', values);
  };
  return (
    <Alert
      color="yellow"
      icon={<Icon name="key" />}
      title={resets.some(({ isDone }) => isDone) ? t('resets.titleDone') : t('resets.title')}
      classNames={banner}
      role="status"
    >
      <Stack gap={4}>
        {resets.map((reset) => (
          <Text inherit key={reset.id}>
            {words(reset)}
          </Text>
        ))}
        {resets.some(({ isOwn }) => !isOwn) && <Text inherit>{t('resets.check')}</Text>}
      </Stack>
      <Button
        variant="default"
        mt="sm"
        loading={fetching}
        onClick={async () => {
          const { error } = await dismiss({});
          if (!error) onDone();
        }}
      >
        {t('resets.dismiss')}
      </Button>
    </Alert>
  );
}

interface ServersProps {
  servers: Warnings['mailServers'];
  waiting: number;
  onDone: () => void;
}

/** Reports missing confirmations in one line; shows the servers on request. */
function Servers({ servers, waiting, onDone }: ServersProps) {
  const { t } = useTranslation('accountWarnings');
  const [isOpen, setOpen] = useState(false);
  const isFolded = servers.length > 0 && !isOpen;
  return (
    <Alert
      color="yellow"
      icon={<Icon name="mail" />}
      title={t('server.title')}
      classNames={banner}
      role={waiting > 0 ? 'alert' : 'status'}
    >
      <Stack gap="sm">
        <Text inherit>{waiting > 0 ? t('server.waiting', { count: waiting }) : t('server.ahead')}</Text>
        {isFolded ? (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
            {t('server.open')}
          </Button>
        ) : (
          <>
            <Text inherit>{servers.length > 0 ? t('server.hint') : t('server.none')}</Text>
            {servers.map((server) => (
              <Server key={server.channel} server={server} onDone={onDone} />
            ))}
          </>
        )}
      </Stack>
    </Alert>
  );
}

function Server({ server, onDone }: { server: Warnings['mailServers'][number]; onDone: () => void }) {
  const { t } = useTranslation('accountWarnings');
  const [{ fetching }, confirm] = useMutation(ConfirmMailServerMutation);
  const { channel, name, address, encryption, user, from } = server;
  const save = async () => {
    const { error } = await confirm({ channel, server: server.server });
    if (!error) successToast(t('server.done'));
    onDone();
  };
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text inherit fw={600}>
          {t('server.line', { name, address, encryption: t(`server.encryption.${encryption}`) })}
        </Text>
        {user && <Text inherit>{t('server.user', { user })}</Text>}
        <Text inherit>{t('server.from', { from })}</Text>
      </div>
      <Button variant="default" loading={fetching} onClick={() => void save()}>
        {t('server.confirm')}
      </Button>
    </Group>
  );
}

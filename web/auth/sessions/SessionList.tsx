import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { deviceOf } from '#shared/device-name.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EndSessionMutation } from './queries.ts';
import classes from './sessions.module.css';

/** An open session as the API tells it. */
export type Session = {
  id: string;
  userAgent: string | null;
  insertedAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
};

type Props = { sessions: readonly Session[]; refetch: () => void };

/** Open sessions with device and time, each of which can be ended. */
export function SessionList({ sessions, refetch }: Props) {
  const { t } = useTranslation('auth');
  const confirm = useConfirm();
  const [{ fetching }, end] = useMutation(EndSessionMutation);
  const nameOf = ({ userAgent }: Session) => {
    const device = deviceOf(userAgent);
    return device ? t('sessions.device', device) : t('sessions.unknown');
  };
  const ask = async (session: Session) => {
    const question = { title: t('sessions.question', { device: nameOf(session) }), text: t('sessions.effect') };
    if (!(await confirm(question))) return;
    const result = await end({ id: session.id });
    if (result.error) return;
    successToast(t('sessions.ended'));
    refetch();
  };
  if (!sessions.length) return <Text c="gray.6">{t('sessions.none')}</Text>;
  return (
    <ul className={classes['sessions']}>
      {sessions.map((session) => (
        <li key={session.id}>
          <Stack gap={2} className={classes['what']}>
            <Group gap="sm">
              <Text fw={600}>{nameOf(session)}</Text>
              {session.isCurrent && <StatusBadge tone="active">{t('sessions.current')}</StatusBadge>}
            </Group>
            <Text fz="sm" c="gray.6">
              {t('sessions.since')} <DateTime value={session.insertedAt} />
              {' · '}
              {t('sessions.seen')} <DateTime value={session.lastSeenAt} show="relative" />
            </Text>
          </Stack>
          {!session.isCurrent && (
            <Button
              variant="default"
              disabled={fetching}
              aria-label={t('sessions.endNamed', { device: nameOf(session) })}
              onClick={() => void ask(session)}
            >
              {t('sessions.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

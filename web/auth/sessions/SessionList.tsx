import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { deviceOf } from '#shared/device-name.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EndSessionMutation, EndTrustedDeviceMutation } from './queries.ts';
import classes from './sessions.module.css';

/** An open session. */
export type Session = {
  id: string;
  userAgent: string | null;
  network: string | null;
  insertedAt: string;
  lastSeenAt: string;
  trustedUntil: string | null;
  isCurrent: boolean;
};

export type ListedTrustedDevice = {
  id: string;
  userAgent: string | null;
  network: string | null;
  lastUsedAt: string;
  expiresAt: string;
  isSignedIn: boolean;
};

type Props = { sessions: readonly Session[]; devices: readonly ListedTrustedDevice[]; refetch: () => void };

/** Open sessions and trusted devices with network and time; each can be ended. */
export function SessionList({ sessions, devices, refetch }: Props) {
  const { t } = useTranslation('auth');
  const signedOut = devices.filter(({ isSignedIn }) => !isSignedIn);
  if (!sessions.length && !signedOut.length) return <Text c="gray.6">{t('sessions.none')}</Text>;
  return (
    <ul className={classes['sessions']}>
      {sessions.map((session) => (
        <SessionLine key={session.id} session={session} refetch={refetch} />
      ))}
      {signedOut.map((device) => (
        <DeviceLine key={device.id} device={device} refetch={refetch} />
      ))}
    </ul>
  );
}

function SessionLine({ session, refetch }: { session: Session; refetch: () => void }) {
  const { t } = useTranslation('auth');
  const { id, insertedAt, lastSeenAt, trustedUntil, isCurrent } = session;
  const device = useDeviceWords(session.userAgent);
  const [{ fetching }, end] = useMutation(EndSessionMutation);
  const ask = useAsk(() => end({ id }), {
    title: t('sessions.question', { device }),
    text: t(trustedUntil ? 'sessions.effectTrusted' : 'sessions.effect'),
    done: t('sessions.ended'),
    refetch,
  });
  return (
    <Line
      shown={{ device, network: session.network, trustedUntil, isCurrent }}
      end={isCurrent ? null : { label: t('sessions.endNamed', { device }), ask, fetching }}
    >
      {t('sessions.since')} <DateTime value={insertedAt} />
      {' · '}
      {t('sessions.seen')} <DateTime value={lastSeenAt} show="relative" />
    </Line>
  );
}

function DeviceLine({
  device: { id, userAgent, network, lastUsedAt, expiresAt },
  refetch,
}: {
  device: ListedTrustedDevice;
  refetch: () => void;
}) {
  const { t } = useTranslation('auth');
  const device = useDeviceWords(userAgent);
  const [{ fetching }, end] = useMutation(EndTrustedDeviceMutation);
  const ask = useAsk(() => end({ id }), {
    title: t('sessions.questionTrusted', { device }),
    done: t('sessions.endedTrusted'),
    refetch,
  });
  return (
    <Line
      shown={{ device, network, trustedUntil: expiresAt, isCurrent: false }}
      end={{ label: t('sessions.endTrusted', { device }), ask, fetching }}
    >
      {t('sessions.signedOut')}
      {' · '}
      {t('sessions.seen')} <DateTime value={lastUsedAt} show="relative" />
    </Line>
  );
}

function useDeviceWords(userAgent: string | null): string {
  const { t } = useTranslation('auth');
  const device = deviceOf(userAgent);
  return device ? t('sessions.device', device) : t('sessions.unknown');
}

type Asking = { title: string; text?: string; done: string; refetch: () => void };

function useAsk(act: () => Promise<{ error?: unknown }>, { done, refetch, ...question }: Asking): () => void {
  const confirm = useConfirm();
  const ask = async () => {
    if (!(await confirm(question)) || (await act()).error) return;
    successToast(done);
    refetch();
  };
  return () => void ask();
}

type LineProps = {
  shown: { device: string; network: string | null; trustedUntil: string | null; isCurrent: boolean };
  end: { label: string; ask: () => void; fetching: boolean } | null;
  children: ReactNode;
};

function Line({ shown: { device, network, trustedUntil, isCurrent }, end, children }: LineProps) {
  const { t } = useTranslation('auth');
  return (
    <li>
      <Stack gap={2} className={classes['what']}>
        <Group gap="sm">
          <Text fw={600}>{device}</Text>
          {isCurrent && <StatusBadge tone="active">{t('sessions.current')}</StatusBadge>}
          {trustedUntil && (
            <StatusBadge tone="good" icon="key">
              {t('sessions.trusted')}
            </StatusBadge>
          )}
        </Group>
        <Text fz="sm" c="gray.6">
          {children}
          {network && ` · ${t('sessions.network', { network })}`}
          {trustedUntil && (
            <>
              {` · ${t('sessions.trustedUntil')} `}
              <DateTime value={trustedUntil} />
            </>
          )}
        </Text>
      </Stack>
      {end && (
        <Button variant="default" disabled={end.fetching} aria-label={end.label} onClick={end.ask}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

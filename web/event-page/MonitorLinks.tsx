import { Button, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { hoursAfterEnd } from '#shared/monitor.ts';
import { stateOf } from '#web/events/state.ts';
import { useData } from '#web/lib/data.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './MonitorLinks.module.css';
import {
  CreateMonitorLinkMutation,
  type EventDetails,
  type MonitorLinkRow,
  MonitorLinksQuery,
  RevokeMonitorLinkMutation,
} from './queries.ts';

const NewLinkDialog = lazy(async () => ({ default: (await import('./NewLinkDialog.tsx')).NewLinkDialog }));

type Props = { event: EventDetails; version: number };

/** The monitor links with creator and last use; editors of the event create and revoke them. */
export function MonitorLinks(props: Props) {
  const { can } = useViewer();
  const state = stateOf(props.event);
  return can('edit_event') && (state === 'running' || state === 'finished') ? <Links {...props} /> : null;
}

function Links({ event, version }: Props) {
  const { t } = useTranslation('events');
  const state = useData(MonitorLinksQuery, { event: event.id });
  const [{ fetching }, create] = useMutation(CreateMonitorLinkMutation);
  const [address, setAddress] = useState<string>();
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const make = async () => {
    const { data } = await create({ event: event.id });
    setAddress(data?.createMonitorLink.address);
    refetch();
  };
  return (
    <Panel
      title={t('monitor.title')}
      actions={
        event.isRunning && (
          <Button
            variant="default"
            leftSection={<Icon name="link" size={20} />}
            loading={fetching}
            onClick={() => void make()}
          >
            {t('monitor.create')}
          </Button>
        )
      }
    >
      <Text c="gray.6">{t('monitor.about', { count: hoursAfterEnd })}</Text>
      <QueryView state={state}>
        {({ monitorLinks }) => (
          <ul className={classes['links']}>
            {monitorLinks.map((link) => (
              <LinkRow key={link.id} link={link} onRevoked={refetch} />
            ))}
          </ul>
        )}
      </QueryView>
      {address && (
        <Suspense fallback={null}>
          <NewLinkDialog address={address} onClose={() => setAddress(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

function LinkRow({ link, onRevoked }: { link: MonitorLinkRow; onRevoked: () => void }) {
  const { t } = useTranslation('events');
  const confirm = useConfirm();
  const [{ fetching }, revoke] = useMutation(RevokeMonitorLinkMutation);
  const ask = async () => {
    if (!(await confirm({ title: t('monitor.revokeTitle'), text: t('monitor.revokeText'), danger: true }))) return;
    const { error } = await revoke({ id: link.id });
    if (error) return;
    toast.success(t('monitor.revoked'));
    onRevoked();
  };
  return (
    <li>
      <span>
        {t('monitor.made')} <DateTime value={link.insertedAt} />{' '}
        {link.insertedBy && t('monitor.madeBy', { name: fullName(link.insertedBy) })}
        <Text c="gray.6" fz="sm" component="span" display="block">
          {link.usedAt ? (
            <>
              {t('monitor.used')} <DateTime value={link.usedAt} />
            </>
          ) : (
            t('monitor.unused')
          )}
        </Text>
      </span>
      <Button variant="default" loading={fetching} onClick={() => void ask()}>
        {t('monitor.revoke')}
      </Button>
    </li>
  );
}

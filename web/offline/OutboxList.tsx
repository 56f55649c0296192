import { Button, Group } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#web/lib/clock.ts';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { formatDate, formatRelative } from '#web/lib/format.ts';
import { discardFromOutbox, type OutboxItem, outboxDays, type useExpired } from '#web/lib/offline-store/outbox.ts';
import type { Stored } from '#web/lib/offline-store/store.ts';
import { useSystem } from '#web/lib/system.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './OutboxList.module.css';
import { useSendOutbox } from './useSendOutbox.ts';

type Props = { unsent: readonly Stored<OutboxItem>[]; expired: ReturnType<typeof useExpired> };

/** Lists unsent items, items without a response and expired items. Each waits until the user sends or discards it. */
export function OutboxList({ unsent, expired }: Props) {
  const { t } = useTranslation('offline');
  const title = t('unsent.title');
  return (
    <section className={classes['list']} aria-label={title}>
      <strong>{title}</strong>
      <ul>
        {unsent.map((one) => (
          <Item key={one.value.id} unsent={one} />
        ))}
        {expired.map((one) => (
          <Ended key={one.value.id} expired={one} />
        ))}
      </ul>
    </section>
  );
}

const DAY = 86_400_000;
const icons: Record<OutboxItem['kind'], IconName> = { note: 'log', launch: 'send', alarm: 'alarm' };

const labels = { note: 'unsent.send', launch: 'unsent.open', alarm: 'unsent.prepare' } as const;

function Item({ unsent: { value, at } }: { unsent: Stored<OutboxItem> }) {
  const { t } = useTranslation('offline');
  const confirm = useConfirm();
  const broken = useConnectionBroken();
  const now = useNow();
  const { timeZone } = useSystem();
  const { send, busy } = useSendOutbox();
  const { title, text } = useWords(value);
  const name = useId();
  const discard = async () => {
    if (await confirm({ title: t('unsent.discardTitle'), text: title, danger: true }))
      await discardFromOutbox(value.id);
  };
  const isLive = (value.kind === 'launch' && value.report.isLive) || (value.kind === 'alarm' && value.mode === 'LIVE');
  return (
    <li>
      <div className={classes['words']}>
        <Icon name={icons[value.kind]} />
        <div>
          <span id={name} className={classes['title']}>
            {title}
          </span>
          {text && <span className={classes[value.kind === 'launch' ? 'told' : 'text']}>{text}</span>}
          <span className={classes['quiet']}>
            {value.kind !== 'launch' && `${t('unsent.notYet')} · `}
            {t('unsent.written', { ago: formatRelative(at, Math.max(at, now)) })}
            {` · ${t('unsent.until', { day: formatDate(at + outboxDays * DAY, timeZone) })}`}
            {broken && ` · ${t('unsent.wait')}`}
          </span>
        </div>
      </div>
      <Group gap="sm">
        <Button variant="default" disabled={busy} onClick={() => void discard()}>
          {t('unsent.discard')}
        </Button>
        <Button
          color={isLive ? 'red' : 'blue'}
          disabled={broken}
          loading={busy}
          onClick={() => void send(value)}
          aria-describedby={name}
        >
          {t(labels[value.kind])}
        </Button>
      </Group>
    </li>
  );
}

function Ended({ expired: { value, at } }: { expired: Props['expired'][number] }) {
  const { t } = useTranslation('offline');
  const { timeZone } = useSystem();
  const { id, was, name } = value;
  const title = useId();
  return (
    <li>
      <div className={classes['words']}>
        <Icon name={icons[was]} />
        <div>
          <span id={title} className={classes['title']}>
            {t(`ended.${was}`, { name })}
          </span>
          <span className={classes['quiet']}>
            {t('ended.text', { day: formatDate(at, timeZone), count: outboxDays })}
          </span>
        </div>
      </div>
      <Button variant="default" aria-describedby={title} onClick={() => void discardFromOutbox(id)}>
        {t('ended.seen')}
      </Button>
    </li>
  );
}

function useWords(unsent: OutboxItem): { title: string; text: string } {
  const { t } = useTranslation('offline');
  if (unsent.kind === 'note') return { title: t('unsent.note', { event: unsent.event.name }), text: unsent.text };
  if (unsent.kind === 'launch')
    return { title: t('unsent.launch', { title: unsent.report.title }), text: t('unsent.launchText') };
  const { eventType, mode, place, description } = unsent;
  return {
    title: t(mode === 'LIVE' ? 'unsent.alarm' : 'unsent.exercise', { type: eventType.name }),
    text: [place, description].filter(Boolean).join(' – '),
  };
}

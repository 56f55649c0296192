import { Button } from '@mantine/core';
import i18n from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/lib/clock.ts';
import { useSending } from '#web/lib/connection.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Announcement } from '#web/ui/states.tsx';
import classes from './UndoBanner.module.css';

const LONGEST = 600;

const secondsUntil = (moment: string): number => Math.max(0, Math.ceil((Date.parse(moment) - serverNow()) / 1000));

type Props = {
  releaseAt: string;
  /** Omitted without the permission to undo. */
  onUndo?: (() => void) | undefined;
  busy: boolean;
  /** Describes a pending action other than the message. */
  say?: (seconds: number) => string;
};

/** Counts down until messages leave, with an undo button; in a held copy, nothing leaves. */
export function UndoBanner({
  releaseAt,
  onUndo,
  busy,
  say = (count) => i18n.t('messages:undo.text', { count }),
}: Props) {
  const { t } = useTranslation('messages');
  const [seconds, setSeconds] = useState(secondsUntil(releaseAt));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(releaseAt));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [releaseAt]);
  // a wrong clock must not promise minutes
  const known = seconds > 0 && seconds < LONGEST;
  const isHeld = useSending() === 'held';
  const text = isHeld ? t('undo.held') : known ? say(seconds) : t('undo.now');
  // announces the countdown once
  const [spoken, setSpoken] = useState('');
  const speak = useEffectEvent(() => setSpoken(onUndo ? t('undo.spoken', { text: text.replace(/\.$/, '') }) : text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each window and state
  useEffect(() => speak(), [releaseAt, isHeld]);
  return (
    <>
      <div className={classes['banner']} role="timer" data-at-hand>
        <Icon name="clock" />
        <span className={classes['text']}>{text}</span>
        {onUndo && (
          <Button variant="white" color="dark" onClick={onUndo} loading={busy} leftSection={<Icon name="restore" />}>
            {t('undo.button')}
          </Button>
        )}
      </div>
      <Announcement>{spoken}</Announcement>
    </>
  );
}

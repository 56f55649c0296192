import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './UndoBanner.module.css';

const LONGEST = 600;

const secondsUntil = (moment: string): number => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000));

/** Counts down the seconds in which nothing has left yet, with the button that takes the launch back. */
export function UndoBanner({ releaseAt, onUndo, busy }: { releaseAt: string; onUndo: () => void; busy: boolean }) {
  const { t } = useTranslation('messages');
  const [seconds, setSeconds] = useState(secondsUntil(releaseAt));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(releaseAt)), 250);
    return () => clearInterval(timer);
  }, [releaseAt]);
  // a clock that is far off must not promise minutes
  const known = seconds > 0 && seconds < LONGEST;
  return (
    <div className={classes['banner']} role="status">
      <Icon name="clock" />
      <span className={classes['text']}>{known ? t('undo.text', { count: seconds }) : t('undo.now')}</span>
      <Button variant="white" color="dark" onClick={onUndo} loading={busy} leftSection={<Icon name="restore" />}>
        {t('undo.button')}
      </Button>
    </div>
  );
}

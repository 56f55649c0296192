import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import type { Mode } from './choice.ts';
import classes from './StartContext.module.css';

type Props = {
  /** The name of the event; undefined for a new one. */
  event: string | undefined;
  mode: Mode | undefined;
  /** The controls to change event and mode. */
  children: ReactNode;
};

/** Shows event and mode in one line, and opens their controls. The height never changes. */
export function StartContext({ event, mode, children }: Props) {
  const { t } = useTranslation('reports');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes['box']} data-practice={(mode !== undefined && mode !== 'LIVE') || undefined}>
      <UnstyledButton
        className={classes['line']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <span className={classes['event']}>{event ?? t('start.newEvent')}</span>
        {mode && <span className={classes['mode']}>{t(`start.mode.${mode}`)}</span>}
        <Icon name="chevronDown" size={20} />
      </UnstyledButton>
      <div id={id} className={classes['choice']} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

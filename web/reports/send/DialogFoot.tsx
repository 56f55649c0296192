import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './SendDialog.module.css';

type Props = {
  /** The reason why "Yes" failed. */
  notice: ReactNode;
  children: ReactNode;
};

/** The buttons, always in view, with a hint if content lies below. */
export function DialogFoot({ notice, children }: Props) {
  const { t } = useTranslation('drafts');
  const end = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [isMore, setMore] = useState(false);
  const isNoticed = Boolean(notice);
  const [wasNoticed] = useState(isNoticed);
  useEffect(() => {
    // a dialog that opens with a notice starts at its top
    if (isNoticed && !wasNoticed) foot.current!.scrollIntoView({ block: 'nearest' });
  }, [isNoticed, wasNoticed]);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setMore(!entries.at(-1)!.isIntersecting));
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <Group
        ref={foot}
        justify="flex-end"
        gap="sm"
        className={classes['buttons'] ?? ''}
        data-more={isMore || undefined}
      >
        {isMore && (
          <span className={classes['more']} aria-hidden="true">
            <Icon name="chevronDown" size={18} /> {t('dialog.more')}
          </span>
        )}
        {notice && <div className={classes['foot']}>{notice}</div>}
        {children}
      </Group>
      <div ref={end} className={classes['end']} />
    </>
  );
}

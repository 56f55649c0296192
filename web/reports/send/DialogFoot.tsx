import { Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './SendDialog.module.css';

type Props = {
  /** The reason why "Yes" can't be carried out, directly above the button that the user just tapped. */
  notice: ReactNode;
  children: ReactNode;
};

/** The buttons of the confirmation, always in view. Shows a hint if more content lies below the visible part. */
export function DialogFoot({ notice, children }: Props) {
  const { t } = useTranslation('drafts');
  const end = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [isMore, setMore] = useState(false);
  const isNoticed = Boolean(notice);
  const [wasNoticed] = useState(isNoticed);
  useEffect(() => {
    // where the buttons don't stay in view; a dialog that opens with a notice starts at its top
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

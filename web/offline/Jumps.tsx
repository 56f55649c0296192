import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './offline.module.css';

type Part = { title: string; content: ReactNode };

/** The sections of the page with buttons that jump to each. Buttons, because the router uses the hash. */
export function Jumps({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('offline');
  const places = useRef(new Map<string, HTMLElement>());
  const go = (title: string) => {
    const place = places.current.get(title);
    place?.scrollIntoView({ block: 'start' });
    place?.focus({ preventScroll: true });
  };
  return (
    <>
      <nav aria-label={t('jumps')} className={classes['jumps']}>
        {parts.map(({ title }) => (
          <UnstyledButton key={title} className={classes['jump']} onClick={() => go(title)}>
            {title}
          </UnstyledButton>
        ))}
      </nav>
      {parts.map(({ title, content }) => (
        <div
          key={title}
          ref={(place) => {
            if (place) places.current.set(title, place);
          }}
          tabIndex={-1}
          className={classes['place']}
        >
          {content}
        </div>
      ))}
    </>
  );
}

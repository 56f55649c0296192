import { Button, Text } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stored } from '#web/lib/offline-store/store.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useCopy as useClipboard } from '#web/ui/useCopy.ts';
import type { Copies } from './copies.ts';
import { OfflinePanel } from './OfflinePanel.tsx';
import classes from './offline.module.css';

type Snippet = Copies['texts']['snippets']['edges'][number]['node'];

/** The prepared texts, folded on screen and open on paper. */
export function OfflineTexts({ copy }: { copy: Stored<Copies['texts']> | null | undefined }) {
  const { t } = useTranslation('offline');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const open = () => {
      for (const details of list.current?.querySelectorAll('details') ?? []) details.open = true;
    };
    addEventListener('beforeprint', open);
    return () => removeEventListener('beforeprint', open);
  }, []);
  return (
    <OfflinePanel title={t('texts.title')} copy={copy}>
      {({ snippets: { edges, totalCount } }) => (
        <>
          {edges.length === 0 && <Text c="gray.6">{t('texts.none')}</Text>}
          <ul ref={list} className={classes['texts']}>
            {edges.map(({ node }) => (
              <KeptText key={node.id} snippet={node} />
            ))}
          </ul>
          {totalCount > edges.length && (
            <Text c="gray.6" fz="sm">
              {t('more', { shown: edges.length, total: totalCount })}
            </Text>
          )}
        </>
      )}
    </OfflinePanel>
  );
}

function KeptText({ snippet: { name, rawValue, snippetType } }: { snippet: Snippet }) {
  const { t } = useTranslation('offline');
  const id = useId();
  const { copy, outcome } = useClipboard(id, rawValue);
  return (
    <li>
      <details>
        <summary>
          {name} {snippetType && <span className={classes['quiet']}>{snippetType.name}</span>}
        </summary>
        <p id={id} className={classes['text']}>
          {rawValue}
        </p>
        <Button variant="default" leftSection={<Icon name="copy" size={18} />} onClick={copy}>
          {t(outcome === 'copied' ? 'texts.copied' : 'texts.copy')}
        </Button>
      </details>
    </li>
  );
}

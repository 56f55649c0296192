import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './afterAction.module.css';
import type { AfterAction } from './queries.ts';

/** The event log without single answers and arrivals. */
export function Timeline({ known: { timeline, moreTimeline } }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  return (
    <Panel title={t('timeline.title')}>
      <ol className={classes['timeline']}>
        {timeline.map(({ id, happenedAt, text, by, corrects, corrections }) => (
          <li key={id}>
            <span className={classes['when']}>
              <DateTime value={happenedAt} />
              {by && ` · ${fullName(by)}`}
            </span>
            {corrections.length > 0 && `${t('timeline.corrected')} `}
            {corrects && (
              <>
                {t('timeline.corrects')} <DateTime value={corrects.happenedAt} />:{' '}
              </>
            )}
            {text}
          </li>
        ))}
      </ol>
      {moreTimeline > 0 && (
        <Text c="gray.6" mt="md">
          {t('timeline.more', { count: moreTimeline })}
        </Text>
      )}
    </Panel>
  );
}

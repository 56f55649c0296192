import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '#shared/links.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Folded } from '#web/reports/Folded.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './preview.module.css';
import type { PreviewProps } from './queries.ts';

/** The public post on each platform, with its thread. */
export function PostPreview({ preview: { subject, parts, media, document } }: PreviewProps) {
  const { t } = useTranslation('drafts');
  return (
    <div className={classes['posts']}>
      {parts.map(({ text, place, length, limit }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have only their position
        <article key={at} className={classes['card']}>
          {place && (
            <Text fz="sm" fw={600}>
              {place}
            </Text>
          )}
          <div className={classes['words']}>
            {!text.startsWith(subject) && at === 0 && parts.length === 1 && !place && <strong>{subject}</strong>}
            {text}
          </div>
          {length !== null && limit !== null && (
            <Text fz="sm" c={length > limit ? 'red.7' : 'gray.7'} fw={length > limit ? 600 : 400}>
              {t('preview.length', { length: formatNumber(length), limit: formatNumber(limit) })}
            </Text>
          )}
        </article>
      ))}
      {media && isWebAddress(media) && (
        <Text fz="sm">
          <Icon name="link" size={16} /> {t('preview.media')}{' '}
          <Anchor href={media} target="_blank" rel="noreferrer" inherit>
            {media}
          </Anchor>
        </Text>
      )}
      {document && (
        <Folded label={t('preview.document')}>
          <pre className={classes['document']}>{document}</pre>
        </Folded>
      )}
    </div>
  );
}

import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { outsideGsm, smsRoom, smsSize } from '#shared/sms.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './preview.module.css';

/** Shows SMS parts, remaining space, and characters that lengthen it. */
export function SmsMeter({ text }: { text: string }) {
  const { t } = useTranslation('drafts');
  const { parts } = smsSize(text);
  const strange = outsideGsm(text);
  const plain = smsSize(strange.reduce((rest, character) => rest.replaceAll(character, '-'), text)).parts;
  return (
    <div className={classes['meter']}>
      <Text fz="sm" fw={600}>
        {t('preview.parts', { count: parts })}
      </Text>
      <Text fz="sm" c="gray.7">
        {t('preview.room', { count: smsRoom(text), number: formatNumber(smsRoom(text)) })}
      </Text>
      {strange.length > 0 && (
        <Text fz="sm" className={classes['strange'] ?? ''}>
          {t('preview.strange')}{' '}
          {strange.slice(0, 8).map((character) => (
            <Fragment key={character}>
              <Code>{visible(character)}</Code>{' '}
            </Fragment>
          ))}
          {plain < parts && t('preview.strangeParts', { count: plain })}
        </Text>
      )}
    </div>
  );
}

/** Returns a visible form of a character. */
const visible = (character: string): string =>
  /^[\p{Z}\p{C}\p{M}]$/u.test(character)
    ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    : character;

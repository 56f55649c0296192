import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import type { Followable } from './queries.ts';
import { useFollowUps } from './useFollowUps.ts';

/** Creates a follow-up with the same recipients. */
export function FollowUpButtons({ report }: { report: Followable }) {
  const { t } = useTranslation('messages');
  const { correct, giveAllClear, busy } = useFollowUps(report);
  return (
    <>
      {correct && (
        <Button variant="default" leftSection={<Icon name="edit" />} loading={busy} onClick={correct}>
          {t('followUp.correct')}
        </Button>
      )}
      {giveAllClear && (
        <Button variant="default" leftSection={<Icon name="checkCircle" />} loading={busy} onClick={giveAllClear}>
          {t('followUp.allClear')}
        </Button>
      )}
    </>
  );
}

import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { OptOuts } from './OptOuts.tsx';
import type { PersonDetails } from './queries.ts';

type Props = { person: PersonDetails; onChanged: () => void };

/** Notes at the top: erased, requested erasure, wants no messages. */
export function PersonNotes({ person, onChanged }: Props) {
  const { t } = useTranslation('contacts');
  if (person.isErased) {
    return (
      <Alert color="gray" icon={<Icon name="info" />} title={t('person.isErased')}>
        {t('person.isErasedText')}
      </Alert>
    );
  }
  return (
    <>
      {person.deletionRequestedAt && (
        <Alert color="yellow" icon={<Icon name="trash" />} title={t('person.wantsErasure')}>
          <DateTime value={person.deletionRequestedAt} />
        </Alert>
      )}
      {person.optedOut && (
        <Alert color="yellow" icon={<Icon name="pause" />} title={t('person.optedOut')}>
          {t('person.optedOutText')}
        </Alert>
      )}
      <OptOuts person={person} onChanged={onChanged} />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { AbsenceBadge } from '#web/absences/AbsenceBadge.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

type Props = {
  person: { isCrisis: boolean; isActive: boolean; absence?: { until: string | null } | null };
  priority?: boolean;
};

/** Badges of a person: crisis team, called first, absent, switched off. */
export function PersonBadges({ person, priority = false }: Props) {
  const { t } = useTranslation('contacts');
  return (
    <>
      {priority && (
        <StatusBadge tone="warning" icon="alarm">
          {t('person.priority')}
        </StatusBadge>
      )}
      {person.isCrisis && (
        <StatusBadge tone="bad" icon="star">
          {t('person.crisis')}
        </StatusBadge>
      )}
      <AbsenceBadge absence={person.absence} />
      {!person.isActive && (
        <StatusBadge tone="neutral" icon="pause">
          {t('inactive')}
        </StatusBadge>
      )}
    </>
  );
}

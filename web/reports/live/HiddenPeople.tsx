import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/states.tsx';

/** Explains why a report shows no people. */
export function HiddenPeople({ access }: { access: string }) {
  const { t } = useTranslation('worksCouncil');
  const reason = access === 'ended' ? 'ended' : 'notPermitted';
  return <EmptyState icon="lock" title={t(`hidden.${reason}`)} text={t(`hidden.${reason}Text`)} />;
}

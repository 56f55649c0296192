import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import type { Deadline } from './queries.ts';

const tones: Record<Deadline['state'], Tone> = {
  WAITING: 'neutral',
  RUNNING: 'active',
  DUE_SOON: 'warning',
  OVERDUE: 'bad',
  REPORTED: 'good',
  NOT_REQUIRED: 'neutral',
};

export function DeadlineState({ state }: { state: Deadline['state'] }) {
  const { t } = useTranslation('deadlines');
  return (
    <StatusBadge tone={tones[state]} icon={state === 'REPORTED' ? 'checkCircle' : 'clock'}>
      {t(`state.${state}`)}
    </StatusBadge>
  );
}

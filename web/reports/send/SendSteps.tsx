import { useTranslation } from 'react-i18next';
import { Steps } from '#web/ui/Steps.tsx';

/** Where one stands on the way to a sent report: choose, look over, send. */
export function SendSteps({ step }: { step: 1 | 2 | 3 }) {
  const { t } = useTranslation('reports');
  return (
    <Steps
      label={t('steps.label', { step })}
      steps={[t('steps.choose'), t('steps.check'), t('steps.send')]}
      step={step}
    />
  );
}

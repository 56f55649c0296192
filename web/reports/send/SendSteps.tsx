import { useTranslation } from 'react-i18next';
import { Steps } from '#web/ui/Steps.tsx';

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

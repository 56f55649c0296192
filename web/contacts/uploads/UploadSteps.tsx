import { useTranslation } from 'react-i18next';
import { Steps } from '#web/ui/Steps.tsx';

/** The steps of the upload; step 5 marks all as done. */
export function UploadSteps({ step }: { step: 1 | 2 | 3 | 4 | 5 }) {
  const { t } = useTranslation('uploads');
  return (
    <Steps
      label={t('steps.label', { step: Math.min(step, 4) })}
      steps={[t('steps.choose'), t('steps.map'), t('steps.check'), t('steps.apply')]}
      step={step}
    />
  );
}

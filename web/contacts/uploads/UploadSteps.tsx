import { useTranslation } from 'react-i18next';
import { Steps } from '#web/ui/Steps.tsx';

/** Where one stands on the way from a file to people; step 5 says that all are done. */
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

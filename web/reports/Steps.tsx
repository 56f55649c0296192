import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './Steps.module.css';

const steps = ['choose', 'check', 'send'] as const;

/** Where one stands on the way to a sent report: choose, look over, send. */
export function Steps({ step }: { step: 1 | 2 | 3 }) {
  const { t } = useTranslation('reports');
  return (
    <ol className={classes['steps']} aria-label={t('steps.label', { step })}>
      {steps.map((name, index) => {
        const number = index + 1;
        const state = number < step ? 'done' : number === step ? 'now' : 'later';
        return (
          <li
            key={name}
            className={classes['step']}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={classes['number']}>{state === 'done' ? <Icon name="check" size={18} /> : number}</span>
            {t(`steps.${name}`)}
          </li>
        );
      })}
    </ol>
  );
}

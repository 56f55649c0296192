import { Icon } from './Icon.tsx';
import classes from './Steps.module.css';

type Props = {
  /** The accessible name, for example "Step 2 of 3". */
  label: string;
  steps: string[];
  /** From 1; past the last one, all are done. */
  step: number;
};

/** The progress through several steps. */
export const Steps = ({ label, steps, step }: Props) => (
  <ol className={classes['steps']} aria-label={label}>
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
          {name}
        </li>
      );
    })}
  </ol>
);

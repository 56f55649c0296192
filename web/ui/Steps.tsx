import { Icon } from './Icon.tsx';
import classes from './Steps.module.css';

type Props = {
  /** Read out in place of the list's name, e.g. "Step 2 of 3". */
  label: string;
  /** The steps in their order, in words. */
  steps: string[];
  /** The one being taken, from 1; one more than there are when all are done. */
  step: number;
};

/** Where one stands on a way of several steps. */
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

import { Button, type ButtonProps } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './ChoiceButton.module.css';

type Props = Pick<ButtonProps, 'color' | 'variant' | 'loading' | 'disabled'> & {
  icon: IconName;
  /** Takes the focus when the dialog opens. */
  first?: boolean;
  /** Distinguishes the answer from others, shown below it. */
  note?: string;
  onClick: () => void;
  children: string;
};

/** One of a few answers to a question, as a large button with room for names. */
export function ChoiceButton({ icon, first = false, note, children, ...props }: Props) {
  return (
    <Button
      size="lg"
      variant="default"
      className={classes['choice'] ?? ''}
      leftSection={<Icon name={icon} />}
      data-autofocus={first || undefined}
      {...props}
    >
      {children}
      {note && (
        <>
          {' '}
          <small className={classes['note']}>{note}</small>
        </>
      )}
    </Button>
  );
}

import { Button, type ButtonProps } from '@mantine/core';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './ChoiceButton.module.css';

type Props = Pick<ButtonProps, 'color' | 'variant' | 'loading' | 'disabled'> & {
  icon: IconName;
  /** Takes the focus when the dialog opens. */
  first?: boolean;
  /** Distinguishes similar answers. */
  note?: string;
  onClick: () => void;
  children: string;
};

/** A large button with one answer. */
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

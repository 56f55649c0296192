import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Mode } from './choice.ts';
import classes from './ExerciseSwitch.module.css';

type Props = {
  mode: Mode | undefined;
  onChange: (mode: Mode) => void;
  /** A message to inform instead of an alarm. */
  isMessage?: boolean;
};

/** Makes the new event an exercise. */
export function ExerciseSwitch({ mode, onChange, isMessage = false }: Props) {
  const { t } = useTranslation('reports');
  const checked = mode !== undefined && mode !== 'LIVE';
  return (
    <div className={classes['box']} data-checked={checked}>
      <Switch
        size="lg"
        color="gray"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'EXERCISE' : 'LIVE')}
        label={t(mode === 'TEST' ? 'start.test' : 'start.exercise')}
        description={t(checked ? 'start.exerciseOn' : isMessage ? 'start.exerciseOffMessage' : 'start.exerciseOff')}
        classNames={{ label: classes['label'] ?? '', description: classes['description'] ?? '' }}
      />
    </div>
  );
}

import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './ExerciseSwitch.module.css';

type Props = { checked: boolean; onChange: (checked: boolean) => void };

/** Makes the new event an exercise; coloured as soon as it is one. */
export function ExerciseSwitch({ checked, onChange }: Props) {
  const { t } = useTranslation('reports');
  return (
    <div className={classes['box']} data-checked={checked}>
      <Switch
        size="lg"
        color="gray"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        label={t('start.exercise')}
        description={t(checked ? 'start.exerciseOn' : 'start.exerciseOff')}
        classNames={{ label: classes['label'] ?? '', description: classes['description'] ?? '' }}
      />
    </div>
  );
}

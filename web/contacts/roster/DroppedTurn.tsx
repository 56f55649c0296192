import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { type DroppedRow, SetSubstituteMutation } from './queries.ts';
import classes from './roster.module.css';

/** A cancelled turn; editors of the roster can restore it. */
export function DroppedTurn({ turn, times, onDone }: { turn: DroppedRow; times: string; onDone?: () => void }) {
  const { t } = useTranslation('roster');
  const [{ fetching }, substitute] = useMutation(SetSubstituteMutation);
  const { shift, turn: number, planned } = turn;
  const bringBack = async () => {
    if ((await substitute({ shift, turn: number, person: planned.id })).error) return;
    successToast(t('turn.takesPlace', { name: fullName(planned) }));
    onDone?.();
  };
  return (
    <div className={classes['turn']} data-dropped>
      <span className={classes['times']}>{times}</span>
      <span className={classes['who']}>
        <s>{fullName(planned)}</s>
        <span className={classes['note']}>{t('turn.isDropped')}</span>
        {onDone && (
          <Button variant="default" size="compact-md" loading={fetching} onClick={() => void bringBack()}>
            {t('turn.bringBack')}
          </Button>
        )}
      </span>
    </div>
  );
}

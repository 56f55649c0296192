import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceButton } from '#web/reports/ChoiceButton.tsx';
import { useTapGuard } from '#web/reports/useTapGuard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Gone, Mode } from './choice.ts';
import classes from './start.module.css';

type Props = {
  /** The kind of the start. */
  kind: string;
  /** The event in which it can't start. */
  gone: Gone | undefined;
  /** Its mode, if known. */
  mode: Mode | undefined;
  onChoose: (mode: Mode) => void;
  onClose: () => void;
};

/** Asks for the mode of a new event instead of an unavailable one, with its mode first. */
export function WhichMode({ kind, gone, mode, onChoose, onClose }: Props) {
  const { t } = useTranslation('reports');
  const modes: Mode[] = mode && mode !== 'LIVE' ? [mode, 'LIVE'] : ['LIVE', 'EXERCISE'];
  const isRipe = useTapGuard(modes.join());
  return (
    <Dialog title={t('start.asWhat', { kind })} isLight={isRipe} onClose={onClose}>
      <Stack gap="sm" className={isRipe ? '' : (classes['unripe'] ?? '')}>
        {gone && <Text>{t(`start.gone.${gone.became}`, { name: gone.name })}</Text>}
        {modes.map((one) => (
          <ChoiceButton
            key={one}
            icon={one === 'LIVE' ? 'alarm' : 'exercise'}
            {...(one === mode && { variant: 'filled', first: true, ...(one === 'LIVE' && { color: 'red' }) })}
            onClick={() => onChoose(one)}
          >
            {t(`start.as.${one}`) + (one === mode ? ` ${t('start.recommended')}` : '')}
          </ChoiceButton>
        ))}
      </Stack>
    </Dialog>
  );
}

import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './template.module.css';

type Props = { name: string; detail: string; isOpen: boolean; isWrong: boolean; onToggle: () => void };

/** A row of a section or field that expands its editor. */
export function FoldRow({ name, detail, isOpen, isWrong, onToggle }: Props) {
  const { t } = useTranslation('fields');
  return (
    <UnstyledButton className={classes['row']} aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={18} />
      <span>
        <strong>{name}</strong>
        <small data-wrong={isWrong}>{isWrong ? t('template.missing') : detail}</small>
      </span>
    </UnstyledButton>
  );
}

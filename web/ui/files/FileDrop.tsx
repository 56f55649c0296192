import { Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { ChooseFileButton } from './ChooseFileButton.tsx';
import classes from './FileDrop.module.css';

type Props = {
  /** The request, for example "Drop a CSV file here". */
  title: string;
  accept: string;
  /** The accepted files, in words. */
  children: ReactNode;
  busy?: boolean;
  onFile: (file: File) => void;
};

/** A drop zone with a button that opens the file dialog. */
export function FileDrop({ title, accept, children, busy = false, onFile }: Props) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over && !busy);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const [file] = event.dataTransfer.files;
    if (file && !busy) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who do not drag
    <div className={classes['drop']} data-over={isOver} onDragOver={drag(true)} onDragLeave={drag(false)} onDrop={drop}>
      <Icon name="upload" size={36} className={classes['icon']} />
      <Text fw={650} fz="lg" className={classes['title']}>
        {title}
      </Text>
      <ChooseFileButton accept={accept} onFile={onFile} loading={busy} leftSection={<Icon name="report" />}>
        {t('chooseFile')}
      </ChooseFileButton>
      <Text c="gray.6" fz="sm" maw={520} component="div">
        {children}
      </Text>
    </div>
  );
}

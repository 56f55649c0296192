import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSystem } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type Props = {
  open: string;
  children: ReactNode;
};

/** A map below an input, opened on request; empty without configured map tiles. */
export function MapBelow({ open, children }: Props) {
  const { t } = useTranslation('fields');
  const [opened, setOpened] = useState(false);
  const { mapTiles } = useSystem();
  if (!mapTiles) return null;
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="location" />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {opened ? t('map.close') : open}
        </Button>
      </Group>
      {opened && children}
    </>
  );
}

import { ActionIcon, Button, ColorSwatch, Group, Popover, SimpleGrid, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Colour, colours, type DrawingName, draw } from '#shared/drawings.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './picture.module.css';

const offered = [
  ...['massCasualty', 'fire', 'power', 'cyber', 'evacuation', 'infection', 'flood', 'storm', 'water', 'heat', 'threat'],
  ...['search', 'alarm', 'staff', 'public', 'press', 'warning', 'allClear', 'call', 'mail', 'building', 'place'],
  ...['person', 'groups', 'events', 'report', 'exercise', 'clock'],
] as DrawingName[];

type Props = { name: string; ground: 'light' | 'dark'; loading: boolean; onFile: (file: File) => void };

/** Selects a built-in picture in a colour that is legible on its background. */
export function PictureSet({ name, ground, loading, onFile }: Props) {
  const { t } = useTranslation('fields');
  const [opened, setOpened] = useState(false);
  const fitting = (Object.keys(colours) as Colour[]).filter((one) => (one === 'white') === (ground === 'dark'));
  const [colour, setColour] = useState<Colour>(ground === 'dark' ? 'white' : 'red');
  const choose = (drawing: DrawingName) => {
    setOpened(false);
    onFile(new File([draw(drawing, colours[colour])], `${drawing}.svg`, { type: 'image/svg+xml' }));
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-start"
      width={320}
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          loading={loading}
          leftSection={<Icon name="search" />}
          aria-label={t('picture.chooseFor', { name })}
          onClick={() => setOpened(!opened)}
        >
          {t('picture.choose')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('picture.chooseFor', { name })}>
        {fitting.length > 1 && (
          <Group gap={4} mb="sm" wrap="nowrap">
            {fitting.map((one) => (
              <UnstyledButton
                key={one}
                className={classes['colour']}
                aria-label={t(`picture.colour.${one}`)}
                aria-pressed={one === colour}
                onClick={() => setColour(one)}
              >
                <ColorSwatch component="span" color={colours[one]} size={28} />
              </UnstyledButton>
            ))}
          </Group>
        )}
        <SimpleGrid cols={6} spacing={6} className={classes['set']} data-ground={ground}>
          {offered.map((drawing) => (
            <ActionIcon
              key={drawing}
              variant="transparent"
              size={44}
              aria-label={t(`picture.drawing.${drawing}`)}
              title={t(`picture.drawing.${drawing}`)}
              onClick={() => choose(drawing)}
            >
              <img src={`data:image/svg+xml,${encodeURIComponent(draw(drawing, colours[colour]))}`} alt="" width={28} />
            </ActionIcon>
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}

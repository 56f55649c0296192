import { Button, Group, NumberInput, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostPoints, pointText, readArea } from '#shared/area.ts';
import type { Coordinates } from '#shared/coordinates.ts';
import { textInput } from '#shared/fields/kinds.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from '#web/fields/frame.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { LoadingState } from '#web/ui/states.tsx';
import { MapBelow } from './MapBelow.tsx';

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }));

/** An area as text or drawn on a map, which opens on request. */
export function AreaInput(props: InputProps<FieldOf<'area'>>) {
  const { t } = useTranslation('fields');
  const { error, ...frame } = useFrame(props);
  const [isLeft, setLeft] = useState(false);
  const text = textOf(props.value);
  const read = text.trim() ? readArea(text) : null;
  const wrong = isLeft && read && 'fault' in read ? apiMessage(read.fault) : undefined;
  return (
    <Stack gap="sm">
      <Textarea
        {...frame}
        description={frame.description ?? t('area.hint')}
        error={error ?? wrong}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={textInput(props.field)?.maxLength}
        value={text}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
      <MapBelow open={t('area.open')}>
        <Drawing text={text} onChange={props.onChange} />
      </MapBelow>
    </Stack>
  );
}

type Tool = 'polygon' | 'circle';

/** Adds one more part to the area. */
function Drawing({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('fields');
  const [tool, setTool] = useState<Tool>('polygon');
  const [kept, setKept] = useState(text.trim());
  const [points, setPoints] = useState<readonly Coordinates[]>([]);
  const [kilometres, setKilometres] = useState(1);
  const read = readArea(text);
  const show = (drawn: readonly Coordinates[], before = kept, radius = kilometres, by = tool) => {
    setPoints(drawn);
    const words = drawn.map(pointText);
    const part = by === 'circle' ? words.map((word) => `${word} ${radius}`).join('') : words.join(' ');
    const isWhole = by === 'circle' ? words.length === 1 : words.length > 2;
    onChange([before, isWhole ? part : ''].filter(Boolean).join('\n'));
  };
  const pick = (point: Coordinates) => show(tool === 'circle' ? [point] : [...points, point].slice(0, mostPoints - 1));
  const begin = (by: Tool, before: string) => {
    setTool(by);
    setKept(before);
    show([], before, kilometres, by);
  };
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('area.tool')}
          value={tool}
          data={(['polygon', 'circle'] as const).map((value) => ({ value, label: t(`area.${value}`) }))}
          onChange={(chosen) => begin(chosen as Tool, text.trim())}
        />
        {tool === 'circle' && (
          <NumberInput
            aria-label={t('area.radius')}
            suffix=" km"
            min={0.1}
            max={500}
            decimalScale={1}
            w={110}
            value={kilometres}
            onChange={(typed) => {
              const radius = Number(typed) || 1;
              setKilometres(radius);
              if (points.length) show(points, kept, radius);
            }}
          />
        )}
        <Button variant="default" disabled={points.length === 0} onClick={() => show(points.slice(0, -1))}>
          {t('area.undo')}
        </Button>
        <Button variant="default" disabled={text.trim() === '' && !points.length} onClick={() => begin(tool, '')}>
          {t('area.clear')}
        </Button>
      </Group>
      <Suspense fallback={<LoadingState lines={4} />}>
        <WorldMap
          label={t(`area.how.${tool}`)}
          point={null}
          area={{ parts: 'parts' in read ? read.parts : [], points }}
          onPick={pick}
        />
      </Suspense>
    </Stack>
  );
}

import type { ComponentType } from 'react';
import type { Shape } from '#shared/fields/kinds.ts';
import { ColourCell } from './ColourField.tsx';
import { CoordinatesCell } from './CoordinatesField.tsx';
import type { CellProps } from './cell.ts';
import { DateTimeCell } from './DateTimeField.tsx';
import type { FieldOf, InputField } from './frame.ts';
import { ImageCell } from './ImageField.tsx';
import { JsonCell } from './JsonField.tsx';
import { LinkCell } from './LinkField.tsx';
import { ReferenceCell, ReferencesCell } from './ReferenceField.tsx';
import { SelectManyCell } from './SelectManyField.tsx';
import { SettingsCell } from './SettingsField.tsx';
import { TableCell } from './TableField.tsx';
import { TextCell } from './TextField.tsx';
import { ToggleCell } from './ToggleField.tsx';
import { useWords } from './useWords.ts';

function WordsCell({ field, value }: CellProps<FieldOf<Shape['kind']>>) {
  return <span>{useWords()(field, value)}</span>;
}

const cells: { [Kind in InputField['kind']]: ComponentType<CellProps<FieldOf<Kind>>> } = {
  area: TextCell,
  channelSettings: SettingsCell,
  colour: ColourCell,
  coordinates: CoordinatesCell,
  country: WordsCell,
  date: WordsCell,
  dateTime: DateTimeCell,
  email: LinkCell,
  image: ImageCell,
  json: JsonCell,
  language: WordsCell,
  link: LinkCell,
  longText: TextCell,
  mailText: TextCell,
  number: WordsCell,
  phone: LinkCell,
  reference: ReferenceCell,
  references: ReferencesCell,
  richText: TextCell,
  select: WordsCell,
  selectMany: SelectManyCell,
  table: TableCell,
  text: TextCell,
  timeZone: WordsCell,
  toggle: ToggleCell,
  webAddress: LinkCell,
};

/** Shows a value by its field's kind; a dash without one. */
export function Cell(props: CellProps) {
  const Kind = cells[props.field.kind] as ComponentType<CellProps>;
  const isNothing = props.value === null || props.value === undefined || props.value === '';
  return isNothing ? <span>–</span> : <Kind {...props} />;
}

import type { ComponentType } from 'react';
import type { FieldKind } from '#shared/administration/entity.ts';
import { ColourCell } from './ColourField.tsx';
import { CoordinatesCell } from './CoordinatesField.tsx';
import { type CellProps, isEmpty } from './cell.ts';
import { DateTimeCell } from './DateTimeField.tsx';
import { ImageCell } from './ImageField.tsx';
import { JsonCell } from './JsonField.tsx';
import { LinkCell } from './LinkField.tsx';
import { NumberCell } from './NumberField.tsx';
import { ReferenceCell, ReferencesCell } from './ReferenceField.tsx';
import { SelectCell } from './SelectField.tsx';
import { SettingsCell } from './SettingsField.tsx';
import { TextCell } from './TextField.tsx';
import { ToggleCell } from './ToggleField.tsx';

const cells: Record<FieldKind, ComponentType<CellProps>> = {
  channelSettings: SettingsCell,
  colour: ColourCell,
  coordinates: CoordinatesCell,
  dateTime: DateTimeCell,
  email: LinkCell,
  image: ImageCell,
  json: JsonCell,
  link: LinkCell,
  longText: TextCell,
  mailText: TextCell,
  number: NumberCell,
  phone: LinkCell,
  reference: ReferenceCell,
  references: ReferencesCell,
  richText: TextCell,
  select: SelectCell,
  selectMany: SelectCell,
  text: TextCell,
  toggle: ToggleCell,
};

/** A value by the kind of its field; a dash where there is none. */
export function Cell(props: CellProps) {
  const Kind = cells[props.field.kind];
  return isEmpty(props.value) ? <span>–</span> : <Kind {...props} />;
}

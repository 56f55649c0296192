import { type ComponentType, lazy, Suspense } from 'react';
import type { FieldKind } from '#shared/administration/entity.ts';
import { LoadingState } from '#web/ui/states.tsx';
import { Cell } from './Cell.tsx';
import { ColourInput } from './ColourField.tsx';
import { CoordinatesInput } from './CoordinatesField.tsx';
import { ImageInput } from './ImageField.tsx';
import type { InputProps } from './input.ts';
import { JsonInput } from './JsonField.tsx';
import { NumberInput } from './NumberField.tsx';
import { ReferenceInput, ReferencesInput } from './ReferenceField.tsx';
import { SelectInput, SelectManyInput } from './SelectField.tsx';
import { SettingsInput } from './SettingsField.tsx';
import { LongTextInput, TextInput } from './TextField.tsx';
import { ToggleInput } from './ToggleField.tsx';

const inputs: Partial<Record<FieldKind, ComponentType<InputProps>>> = {
  channelSettings: SettingsInput,
  colour: ColourInput,
  coordinates: CoordinatesInput,
  dateTime: lazy(async () => ({ default: (await import('./DateTimeInput.tsx')).DateTimeInput })),
  email: TextInput,
  image: ImageInput,
  json: JsonInput,
  link: TextInput,
  longText: LongTextInput,
  mailText: lazy(async () => ({ default: (await import('#web/fields/mail-text/MailTextField.tsx')).MailTextInput })),
  number: NumberInput,
  phone: TextInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  richText: lazy(async () => ({ default: (await import('./RichTextField.tsx')).RichTextInput })),
  select: SelectInput,
  selectMany: SelectManyInput,
  text: TextInput,
  toggle: ToggleInput,
};

/** The input of a field by its kind; the value to read where the kind has none. */
export function Input(props: InputProps) {
  const Kind = inputs[props.field.kind];
  if (!Kind) return <Cell name={props.name} field={props.field} value={props.row?.[props.name]} full />;
  return (
    <Suspense fallback={<LoadingState lines={1} />}>
      <Kind {...props} />
    </Suspense>
  );
}

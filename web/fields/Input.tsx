import { type ComponentType, lazy, Suspense } from 'react';
import type { Shape } from '#shared/fields/kinds.ts';
import { AreaInput } from '#web/fields/map/AreaField.tsx';
import { LoadingState } from '#web/ui/states.tsx';
import { ColourInput } from './ColourField.tsx';
import { CoordinatesInput } from './CoordinatesField.tsx';
import type { FieldOf, InputProps } from './frame.ts';
import { ImageInput } from './ImageField.tsx';
import { LongTextInput } from './LongTextField.tsx';
import { NumberInput } from './NumberField.tsx';
import { PlaceInput } from './PlaceField.tsx';
import { PhoneInput } from './phone/PhoneField.tsx';
import { SelectInput } from './SelectField.tsx';
import { SelectManyInput } from './SelectManyField.tsx';
import { TableInput } from './TableField.tsx';
import { TextInput } from './TextField.tsx';
import { ToggleInput } from './ToggleField.tsx';

const inputs: { [Kind in Shape['kind']]: ComponentType<InputProps<FieldOf<Kind>>> } = {
  area: AreaInput,
  colour: ColourInput,
  coordinates: CoordinatesInput,
  country: PlaceInput,
  date: lazy(async () => ({ default: (await import('./DateField.tsx')).DateInput })),
  dateTime: lazy(async () => ({ default: (await import('./DateTimeInput.tsx')).DateTimeInput })),
  email: TextInput,
  image: ImageInput,
  language: SelectInput,
  link: TextInput,
  longText: LongTextInput,
  number: NumberInput,
  phone: PhoneInput,
  richText: lazy(async () => ({ default: (await import('./RichTextField.tsx')).RichTextInput })),
  select: SelectInput,
  selectMany: SelectManyInput,
  table: TableInput,
  text: TextInput,
  timeZone: PlaceInput,
  toggle: ToggleInput,
  webAddress: TextInput,
};

/** The input of a field by its kind. */
export function Input(props: InputProps<FieldOf<Shape['kind']>>) {
  const Kind = inputs[props.field.kind] as ComponentType<typeof props>;
  return (
    <Suspense fallback={<LoadingState lines={1} />}>
      <Kind {...props} />
    </Suspense>
  );
}

import { type ComponentType, lazy, Suspense } from 'react';
import { isShape, type OwnKind } from '#shared/administration/entity.ts';
import { LoadingState } from '#web/ui/states.tsx';
import type { FieldOf, InputProps } from './frame.ts';
import { Input } from './Input.tsx';
import { JsonInput } from './JsonField.tsx';
import { ReferenceInput, ReferencesInput } from './ReferenceField.tsx';
import { SettingsInput } from './SettingsField.tsx';

const inputs: { [Kind in OwnKind['kind']]: ComponentType<InputProps<FieldOf<Kind>>> } = {
  channelSettings: SettingsInput,
  json: JsonInput,
  mailText: lazy(async () => ({ default: (await import('#web/fields/mail-text/MailTextField.tsx')).MailTextInput })),
  reference: ReferenceInput,
  references: ReferencesInput,
};

/** The input of an entity's field, including kinds that only entities have. */
export function EntityInput(props: InputProps) {
  const { field } = props;
  if (isShape(field)) return <Input {...props} field={field} />;
  const Kind = inputs[field.kind] as ComponentType<InputProps<typeof field>>;
  return (
    <Suspense fallback={<LoadingState lines={1} />}>
      <Kind {...props} field={field} />
    </Suspense>
  );
}

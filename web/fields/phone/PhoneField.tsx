import { type FieldOf, type InputProps, textOf } from '#web/fields/frame.ts';
import { TextInput } from '#web/fields/TextField.tsx';
import { PhoneHint } from './PhoneHint.tsx';

/** A phone number with a check during input. */
export function PhoneInput(props: InputProps<FieldOf<'phone'>>) {
  const { value, field, stored } = props;
  const number = textOf(value);
  return (
    <div>
      <TextInput {...props} />
      {number !== textOf(stored) && <PhoneHint number={number} isMobile={field.mobile} />}
    </div>
  );
}

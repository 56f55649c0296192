import { NumberInput as Digits } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textInput } from '#shared/fields/kinds.ts';
import { rangeOf, unitOf } from '#shared/fields/number.ts';
import { decimalSeparator } from '#web/lib/format.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** A number to type, with the comma of the language. */
export function NumberInput(props: InputProps<FieldOf<'number'>>) {
  const { field, value, onChange } = props;
  const { i18n } = useTranslation();
  // "-" and "1," are on the way to a number and stay as they are typed
  const [typed, setTyped] = useState('');
  const { minimum, maximum } = rangeOf(field);
  const isTyping = typed !== '' && numberIn(typed) === value;
  return (
    <Digits
      {...useFrame(props)}
      value={isTyping ? typed : typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(now) => {
        const number = numberIn(String(now));
        setTyped(String(now));
        // leaving the field writes the same number anew: a change would take its error away and move what is being clicked
        if (number === null || number !== numberIn(textOf(value))) onChange(number);
      }}
      suffix={unitOf(field, i18n.language)}
      min={minimum}
      max={maximum}
      clampBehavior="none"
      decimalScale={field.decimals ?? 0}
      allowDecimal={field.decimals !== undefined}
      allowNegative={minimum < 0}
      decimalSeparator={decimalSeparator()}
      inputMode={textInput(field)?.inputMode}
      hideControls
    />
  );
}

function numberIn(text: string): number | null {
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? null : number;
}

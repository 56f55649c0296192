import { NumberInput as Digits } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textInput } from '#shared/fields/kinds.ts';
import { rangeOf, unitOf } from '#shared/fields/number.ts';
import { decimalSeparator } from '#web/lib/format.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** A number with the language's decimal sign. */
export function NumberInput(props: InputProps<FieldOf<'number'>>) {
  const { field, value, onChange } = props;
  const { i18n } = useTranslation();
  // "-" and "1," are unfinished numbers and stay as typed
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
        // blur formats the same number again: reporting a change would clear its error and move the clicked element
        if (number === null || number !== numberIn(textOf(value))) onChange(number);
      }}
      suffix={unitOf(field, i18n.language, value)}
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

import { DayInput } from './DayInput.tsx';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** A day, typed or chosen from a calendar; load it lazily, because the calendar is large. */
export function DateInput(props: InputProps<FieldOf<'date'>>) {
  return <DayInput {...useFrame(props)} value={textOf(props.value)} onChange={props.onChange} />;
}

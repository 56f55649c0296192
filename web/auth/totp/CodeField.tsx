import { TextInput, type TextInputProps } from '@mantine/core';

type Props = TextInputProps & {
  /** Accepts letters too, for recovery codes. */
  recovery?: boolean;
};

/** Asks for a code of the authenticator app; phones and password managers can fill it in. */
export function CodeField({ recovery = false, ...props }: Props) {
  return (
    <TextInput
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize={recovery ? 'characters' : 'off'}
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  );
}

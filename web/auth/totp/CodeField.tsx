import { TextInput, type TextInputProps } from '@mantine/core';

type Props = TextInputProps & {
  /** Letters too: a recovery code may be entered. */
  recovery?: boolean;
};

/** Takes a code of the authenticator app, which telephones and password managers fill in by themselves. */
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

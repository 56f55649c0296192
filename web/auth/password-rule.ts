/** The minimum length of a password on the server. */
export const SHORTEST_PASSWORD = 12;

/** The strength of a password during input; only the server knows whether it is too common. */
export type PasswordStrength = 'empty' | 'short' | 'weak' | 'good' | 'strong';

/** Rates a password by length and number of different characters. */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  if (length === 0) return 'empty';
  if (length < SHORTEST_PASSWORD) return 'short';
  if (new Set(password.toLowerCase()).size < 6) return 'weak';
  return length < 16 ? 'good' : 'strong';
}

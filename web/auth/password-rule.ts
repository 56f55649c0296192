/** The shortest password the server accepts. */
export const SHORTEST_PASSWORD = 12;

/** What can be said of a password while it is typed; whether it is too common only the server knows. */
export type PasswordStrength = 'empty' | 'short' | 'weak' | 'good' | 'strong';

/** Judges a password by length and by how many different characters it has. */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  if (length === 0) return 'empty';
  if (length < SHORTEST_PASSWORD) return 'short';
  if (new Set(password.toLowerCase()).size < 6) return 'weak';
  return length < 16 ? 'good' : 'strong';
}

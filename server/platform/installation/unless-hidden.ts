/** Forbidden, missing or unsupported: database services restrict parts of PostgreSQL. */
const hidden = ['42501', '42883', '0A000', '55000'];

/** Returns the result; null if a database service hides it. */
export async function unlessHidden<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (!hidden.includes((error as { code?: string }).code ?? '')) throw error;
    return null;
  }
}

/** The longest name of a passkey, as the server takes it. */
export const longestName = 60;

export type Passkey = {
  id: string;
  name: string;
  signsIn: boolean;
  isSynced: boolean;
  insertedAt: string;
  lastUsedAt: string | null;
};

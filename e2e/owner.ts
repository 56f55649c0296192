/** The account that the server of the browser tests starts with (role system_owner and all others). */
export const owner = { email: 'leitung@example.org', password: 'Browsertest 2026 Kennwort' };

export const owner = { email: 'leitung@example.org', password: 'Browsertest 2026 Kennwort' };

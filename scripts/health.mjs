// Ends with 0 if the program works (`/readyz`) or is a standby, otherwise 1 with the reason. For containers.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
const roles = process.env.ROLES?.split(',').map((role) => role.trim());
if (roles && !roles.includes('web')) {
  console.log('A worker has no address. It ends by itself if it hangs.');
  process.exit(0);
}
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(8_000) });
  const text = await response.text();
  console.log(text);
  // a restart would only close a standby's page
  process.exitCode = response.ok || text.startsWith('{"status":"standby"') ? 0 : 1;
} catch (error) {
  console.log(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}

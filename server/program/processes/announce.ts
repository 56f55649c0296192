import type { Config } from '#server/platform/config.ts';
import { linkTrouble } from '#shared/link-trouble.ts';

const warnings = {
  loopback: 'WARNING: Links in alarms lead to this computer only. Recipients cannot open them.',
  insecure: 'WARNING: Links in alarms are not encrypted (http).',
};
const repair = 'Before real use, set PUBLIC_URL to the https address under which people reach Meldekette.';

export function announceStart({ OWNER_EMAIL }: Config, url: string, firstPassword: string | null): void {
  if (url) process.stdout.write(`\nMeldekette is running:  ${url}\n`);
  if (firstPassword) {
    process.stdout.write(`Sign in as ${OWNER_EMAIL} with the password ${firstPassword}\n`);
    process.stdout.write('This password is displayed only once. Please change it after signing in.\n');
  } else if (url) {
    process.stdout.write(`The first account is ${OWNER_EMAIL}.\n`);
  }
  const trouble = url && linkTrouble(url);
  if (trouble) process.stdout.write(`${warnings[trouble]}\n${repair}\n`);
}

/** Prints the address of the page of a standby. */
export const announceStandby = (url: string): boolean =>
  process.stdout.write(`\nThe database is a standby, so nothing is sent from here. State and release:  ${url}\n`);

/** Prints the address of the page of an emergency copy. */
export const announceCopy = (url: string, asOf: Date): boolean =>
  process.stdout.write(
    `\nThis is an emergency copy as of ${asOf.toISOString()}. It sends nothing. State and release:  ${url}\n`,
  );

/**
 * Ends gracefully on Ctrl-C or SIGTERM, and at once on another Ctrl-C. A second SIGTERM does nothing, because npm or
 * the terminal sends one too.
 */
export function endOnSignal(stop: () => Promise<number>, atOnce: () => void = () => {}): void {
  let stoppingSince = 0;
  const asked = (signal: NodeJS.Signals) => {
    if (stoppingSince) {
      // within a second it is the same key
      if (signal === 'SIGTERM' || Date.now() - stoppingSince < 1_000) return;
      atOnce();
      process.exit(1);
    }
    stoppingSince = Date.now();
    void stop().then(
      (code) => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', asked);
  process.on('SIGTERM', asked);
}

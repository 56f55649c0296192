interface Entry {
  dev?: boolean;
  devOptional?: boolean;
}

/** The fields of npm's list of installed packages that matter here. */
export interface Installed {
  packages: Record<string, Entry>;
}

const folders = ['server/', 'shared/', 'demo/', 'deploy/', 'docs/', 'web/public/locales/'];
const files = new Set([
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
]);

/** Returns whether a file of the repository belongs to an archive for production: no tests, no sources of the web application. */
export function isShipped(file: string): boolean {
  if (/\.test\.tsx?$/.test(file)) return false;
  if (/^migrations\/[^/]+\.sql$/.test(file) || /^scripts\/[\w-]+\.mjs$/.test(file)) return true;
  return files.has(file) || folders.some((folder) => file.startsWith(folder));
}

/** Returns npm's list of installed packages without those that only development needs. */
export function productionLock(text: string): Installed {
  const lock = JSON.parse(text) as Installed;
  const packages = Object.entries(lock.packages).filter(
    ([where, { dev, devOptional }]) => where && !dev && !devOptional,
  );
  return { ...lock, packages: Object.fromEntries(packages) };
}

import { spawn } from 'node:child_process';

/**
 * Starts npm, the one that runs us where there is one.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startNpm(args, options) {
  const cli = process.env.npm_execpath;
  // ours may be in the folder that npm replaces
  const node = process.env.npm_node_execpath ?? process.execPath;
  return cli && /npm-cli\.c?js$/.test(cli)
    ? spawn(node, [cli, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * Runs npm; the output is what it wrote to stdout.
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function npm(args) {
  const child = startNpm(args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

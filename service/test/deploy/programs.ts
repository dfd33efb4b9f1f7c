import {spawnSync} from 'node:child_process';

/** Programs that are required: tests fail without them instead of being skipped. */
const required = (process.env['REQUIRED_PROXIES'] ?? '').split(',');

/** False if the program can be run; otherwise the reason for skipping its tests. */
export function lacks(program: string, ...args: string[]): string | false {
  if (spawnSync(program, args).status === 0) return false;
  if (required.includes(program)) throw new Error(`REQUIRED_PROXIES: ${program} is not installed.`);
  return `${program} is not installed`;
}

import {spawnSync} from 'node:child_process';

/** Programs that must be there: a run that lacks one fails instead of saying so and passing. */
const required = (process.env['REQUIRED_PROXIES'] ?? '').split(',');

/** False where the program can be run; otherwise why tests with it are left out. */
export function lacks(program: string, ...args: string[]): string | false {
  if (spawnSync(program, args).status === 0) return false;
  if (required.includes(program)) throw new Error(`REQUIRED_PROXIES: ${program} is not installed.`);
  return `${program} is not installed`;
}

import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {command} from './child-service.js';

export interface Ended {
  status: number | null;
  out: string;
  err: string;
}

interface CommandOptions {
  environment?: NodeJS.ProcessEnv;
  /** What runs Node, such as a program that starts others without a network. */
  through?: readonly string[];
  nodeOptions?: readonly string[];
  /** Written to standard input, which then ends; or it stays open, without a word. */
  input?: Uint8Array | 'open';
  onStart?: (child: ChildProcess) => void;
}

/** `sealed-capture …` in a process of its own, until it ends. */
export async function runCommand(
  args: readonly string[],
  {environment, through = [], nodeOptions = [], input, onStart}: CommandOptions = {},
): Promise<Ended> {
  const [program = '', ...rest] = [...through, process.execPath, ...nodeOptions, ...command];
  const child = spawn(program, [...rest, ...args], {env: {...process.env, ...environment}});
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => {});
  if (input !== 'open') child.stdin.end(input);
  onStart?.(child);
  const [status] = (await once(child, 'close')) as [number | null];
  return {status, out, err};
}

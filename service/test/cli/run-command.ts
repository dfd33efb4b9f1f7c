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
  /** A program that runs Node, such as one that starts programs without a network. */
  through?: readonly string[];
  nodeOptions?: readonly string[];
  /** Bytes for standard input, which is closed afterwards; 'open' keeps it open without data. */
  input?: Uint8Array | 'open';
  onStart?: (child: ChildProcess) => void;
}

/** Runs `sealed-capture …` in a child process until it ends. */
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

import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

const docs = resolve(import.meta.dirname, '../../docs');

type Step = {run: string} | {file: string; content: string};

/** A section of a document in docs/, by its heading. */
export interface Section {
  document: string;
  heading: string;
}

/** The steps of one section, parsed from its text. */
function stepsOf({document, heading}: Section): Step[] {
  const text = readFileSync(join(docs, document), 'utf8');
  const [, section] = text.split(new RegExp(`^#{2,3} ${heading}\n`, 'm'));
  const [own = ''] = section?.split(/^#{2,3} /m) ?? [];
  const blocks = own.matchAll(/(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n([^]*?)^```$/gm);
  return [...blocks].map(([, file, language, content = '']) => {
    if (language === 'sh') return {run: content};
    if (!file) throw new Error(`A block of "${heading}" does not say which file it is.`);
    return {file, content};
  });
}

/** The environment of a shell. `words` are replaced in commands and files. */
export interface Place {
  folder: string;
  env: NodeJS.ProcessEnv;
  words: readonly (readonly [RegExp, string])[];
}

const inWords = (text: string, {words}: Place): string =>
  words.reduce((result, [word, by]) => result.replace(word, by), text);

const plain = (output: string): string => output.replace(/\x1b\[[\d;]*m/g, '');

/** Runs a block of commands to its end. Resolves with its output. */
async function runBlock(block: string, place: Place): Promise<string> {
  const folderFile = join(place.folder, '.folder');
  const script = `set -e\n${inWords(block, place)}\npwd > '${folderFile}'`;
  const child = spawn('sh', ['-c', script], {
    cwd: place.folder,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = (await once(child, 'close')) as [number];
  const said = plain(String(Buffer.concat(output)));
  if (status !== 0) throw new Error(`${block}ended with ${status}:\n${said}`);
  place.folder = readFileSync(folderFile, 'utf8').trim();
  return said;
}

export interface Served {
  address: string;
  /** The output of the commands before it. */
  said: string;
  close(): Promise<void>;
}

const LONGEST_START_MS = 120_000;

/** Starts a command that runs until it is stopped. */
async function serve(command: string, place: Place): Promise<Omit<Served, 'said'>> {
  const child = spawn('sh', ['-c', inWords(command, place)], {
    cwd: place.folder,
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // It needs its own process group, because npm starts the server as a grandchild.
    detached: true,
  });
  let output = '';
  const address = await new Promise<string>((found, reject) => {
    const look = (chunk: Buffer): void => {
      output += plain(String(chunk));
      const [seen] = /http:\/\/localhost:\d+/.exec(output) ?? [];
      if (seen) found(seen);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    const fail = (): void => reject(new Error(`${command} tells no address:\n${output}`));
    child.once('close', fail);
    setTimeout(fail, LONGEST_START_MS).unref();
  });
  return {address, close: () => endGroup(child)};
}

async function endGroup(child: ChildProcess): Promise<void> {
  const group = -child.pid!;
  const isThere = (): boolean => {
    try {
      return process.kill(group, 0);
    } catch {
      return false;
    }
  };
  for (let signal: NodeJS.Signals = 'SIGTERM', turns = 0; isThere(); turns++) {
    if (turns === 50) signal = 'SIGKILL';
    if (turns % 50 === 0) process.kill(group, signal);
    await sleep(100);
  }
}

/** Follows the steps of a section line by line. The last line starts a server. */
export async function follow(section: Section, place: Place): Promise<Served> {
  mkdirSync(place.folder, {recursive: true});
  const steps = stepsOf(section);
  const last = steps.pop();
  if (!last || !('run' in last)) throw new Error(`"${section.heading}" starts nothing.`);
  const lines = last.run.trimEnd().split('\n');
  const command = lines.pop()!;
  let said = '';
  for (const step of [...steps, ...(lines.length > 0 ? [{run: lines.join('\n') + '\n'}] : [])]) {
    if ('run' in step) said += await runBlock(step.run, place);
    else {
      const path = join(place.folder, step.file);
      mkdirSync(dirname(path), {recursive: true});
      writeFileSync(path, inWords(step.content, place));
    }
  }
  return {said, ...(await serve(command, place))};
}

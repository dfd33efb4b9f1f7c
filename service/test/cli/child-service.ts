import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {programOf} from '../../../test/program.js';

/** Arguments of Node that start the command. */
export const command = programOf('service/src/cli/cli.ts');

/** `sealed-capture-service serve` in a child process. */
export interface ChildService {
  process: ChildProcess;
  address: string;
  /** Its output so far, including errors. */
  said: () => string;
  /** Ends the process, unless the test has done so. */
  stop(): Promise<void>;
}

export async function startChild(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
  nodeOptions: string[] = [],
  port = 0,
): Promise<ChildService> {
  const child = spawn(
    process.execPath,
    [...nodeOptions, ...command, 'serve', '--port', `${port}`, '--host', '127.0.0.1'],
    {
      env: {
        ...process.env,
        SEALED_CAPTURE_DATA: dataFolder,
        SEALED_CAPTURE_LOG: 'silent',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  const said: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    const onText = (chunk: Buffer) => {
      said.push(chunk.toString());
      const found = /listens on (\S+)/.exec(said.join(''))?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', onText);
    child.stderr.on('data', onText);
    child.once('exit', () => reject(new Error(`The service ended: ${said.join('')}`)));
  });
  return {
    process: child,
    address,
    said: () => said.join(''),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

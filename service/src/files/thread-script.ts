import {fileURLToPath} from 'node:url';

/**
 * Path and options of a thread's script beside the module that starts it, in the form that this process runs:
 * compiled, or TypeScript with a loader, which a thread needs explicitly.
 */
export function threadScript(
  starter: string,
  name: string,
): {filename: string; execArgv: string[] | undefined} {
  const [extension = ''] = /\.\w+(?=$|\?)/.exec(starter) ?? [];
  const filename = fileURLToPath(new URL(`./${name}${extension}`, starter));
  if (extension !== '.ts') return {filename, execArgv: undefined};
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const registration = `data:text/javascript,import {register} from ${loader}; register();`;
  return {filename, execArgv: [...process.execArgv, '--import', registration]};
}

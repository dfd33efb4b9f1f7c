import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

export const root = resolve(import.meta.dirname, '../..');

interface Preparation {
  installPackages: () => void;
  build: () => void;
}

/** Packages and build, where they are missing or older than the sources. */
export async function prepare(): Promise<void> {
  const script = pathToFileURL(resolve(root, 'demo/prepare.mjs')).href;
  const {installPackages, build} = (await import(script)) as Preparation;
  installPackages();
  build();
}

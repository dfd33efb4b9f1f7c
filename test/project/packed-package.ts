import {execFileSync} from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pack} from '../npm.js';

const root = resolve(import.meta.dirname, '../..');

export interface PackageFile {
  exports: Record<string, string | {types: string; default: string}>;
  unpkg: string;
  jsdelivr: string;
  bin: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** The package as npm packs it, in a project's folder, without its optional libraries. */
export class PackedPackage {
  /** The folder of the project that has the package installed. */
  readonly project = mkdtempSync(join(tmpdir(), 'sealed-capture-pack-'));
  /** The folder of the package. */
  readonly folder = join(this.project, 'node_modules', 'sealed-capture');

  async install(): Promise<void> {
    const {file} = await pack(root, this.project);
    mkdirSync(this.folder, {recursive: true});
    execFileSync('tar', ['xzf', file, '-C', this.folder, '--strip=1']);
    // Uses the checkout's dependencies without the optional ones, because only the package's own content is tested.
    const optional = Object.keys(this.file.peerDependencies).map((name) => name.split('/')[0]);
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (!optional.includes(name)) this.#link(name, this.folder);
    }
  }

  /** Its package.json. */
  get file(): PackageFile {
    return JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8')) as PackageFile;
  }

  /** Calls a function while a library is installed, beside the package or in the project. */
  async with<T>(
    library: string,
    place: 'package' | 'project',
    use: () => T | Promise<T>,
  ): Promise<T> {
    const linked = this.#link(library, place === 'package' ? this.folder : this.project);
    try {
      return await use();
    } finally {
      unlinkSync(linked);
    }
  }

  #link(library: string, folder: string): string {
    const linked = join(folder, 'node_modules', library);
    symlinkSync(join(root, 'node_modules', library), linked, 'dir');
    return linked;
  }

  remove(): void {
    rmSync(this.project, {recursive: true, force: true});
  }
}

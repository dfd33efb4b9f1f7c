const LONGEST = 100;
/** Names that Windows keeps for devices, whatever stands behind their dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * One part of a path that is safe to unpack, to print and to name in a script: letters, digits and a few marks, no
 * dot or dash in front. What is not is replaced; empty where nothing is left.
 */
export function safeName(name: string): string {
  const marked = name.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._ ()-]/gu, '_');
  const bare = marked.replace(/^[._ -]+|[. ]+$/g, '').replace(/ +/g, ' ');
  const dot = bare.lastIndexOf('.');
  const extension = dot > 0 && bare.length - dot <= 10 ? bare.slice(dot) : '';
  const stem = [...bare.slice(0, bare.length - extension.length)].slice(0, LONGEST).join('');
  const short = `${stem}${extension}`;
  return DEVICES.test(short) ? `file ${short}` : short;
}

/** A path of at most four safe parts. */
export const safePath = (path: string): string =>
  path
    .split(/[\\/]/)
    .map(safeName)
    .filter((part) => part !== '')
    .slice(-4)
    .join('/');

/** Names of a package, none twice: unpackers may not tell capitals from small letters. */
export class Names {
  readonly #taken = new Set<string>();

  /** The name itself, or with a number in front of its last part. */
  take(path: string): string {
    const at = path.lastIndexOf('/') + 1;
    for (let count = 1; ; count++) {
      const name = count === 1 ? path : `${path.slice(0, at)}${count} ${path.slice(at)}`;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

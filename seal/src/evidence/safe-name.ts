const LONGEST = 100;
/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Makes one part of a path safe to unpack, to print and to use in a script: ASCII letters, digits and a few marks,
 * without a leading dot or dash. Some unpackers change other letters, and a script would not find its file. Empty
 * if nothing but an extension is left.
 */
export function safeName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const marked = plain.replace(/[^A-Za-z0-9._ ()-]+/g, '_').replace(/  +/g, ' ');
  const [extension = ''] = /\.[A-Za-z0-9]{1,9}$/.exec(marked) ?? [];
  const bare = marked.slice(0, marked.length - extension.length);
  const stem = bare.replace(/^[._ -]+|[._ ]+$/g, '').slice(0, LONGEST);
  if (stem === '') return '';
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

/** Unique names in a package, ignoring case, because some file systems do. */
export class Names {
  readonly #taken = new Set<string>();

  /** The name itself, or with a number before its last part. */
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

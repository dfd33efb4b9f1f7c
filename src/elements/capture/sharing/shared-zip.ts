import {joinedZips, MOST_TOGETHER} from '../../../core/inspection/joined-zips.js';
import type {CasePacker} from '../../../core/wiring/elements/case-packer.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isSealed} from '../files/listed.js';
import {savedName} from '../failures/saved-name.js';
import type {Localize} from '../../strings/localize.js';
import {zipIndex, type Listed} from './zip-index.js';

/** Files in the ZIP have the same names in all languages, of letters that every unpacker leaves as they are. */
const names = {image: 'photo', audio: 'recording'} as const;

/** A ZIP of captures, made one file after another, with a folder for each: the same as the evidence of a case. */
export class SharedZip {
  readonly #packer: CasePacker;
  readonly #say: Localize;
  readonly #digits: number;
  readonly #folders: Awaited<ReturnType<CasePacker['packFolder']>>[] = [];
  readonly #listed: Listed[] = [];
  #size = 0;

  /** `count`: the number of captures, at most. */
  constructor(packer: CasePacker, say: Localize, count: number) {
    this.#packer = packer;
    this.#say = say;
    this.#digits = String(count).length;
  }

  /** Packs the file of a capture. Rejects with a `RangeError` if the ZIP would be too large. */
  async add(capture: CaptureSummary, file: File, signal: AbortSignal): Promise<void> {
    this.#size += file.size;
    if (this.#size > MOST_TOGETHER) throw new RangeError('The ZIP would be too large.');
    const {capturedAt, imported, mode} = capture;
    const number = String(this.#folders.length + 1).padStart(this.#digits, '0');
    const name = savedName(names[mode], capturedAt, file.type);
    const named = new File([file], name, {type: file.type});
    const packed = await this.#packer.packFolder(named, [], number, signal);
    this.#folders.push(packed);
    const path = `${packed.folder}/${name}`;
    const seal = packed.isOfSandbox ? 'sandbox' : isSealed(capture) ? 'sealed' : 'unsealed';
    this.#listed.push({path, capturedAt, imported, seal});
  }

  /** The ZIP, with a list of the files, a script that checks them, and how to use it. */
  async finish(name: string, signal: AbortSignal): Promise<File> {
    const folders = this.#folders.map(({folder, scriptSha256, isOfSandbox}) => ({
      folder,
      scriptSha256,
      isOfSandbox,
    }));
    const text = await zipIndex(this.#listed, this.#say);
    const cover = await this.#packer.packCover(folders, [{name: 'index.html', text}], signal);
    const type = 'application/zip';
    const zip = await joinedZips([cover, ...this.#folders.map((one) => one.zip)]);
    signal.throwIfAborted();
    return new File([zip], `${name}.zip`, {type});
  }
}

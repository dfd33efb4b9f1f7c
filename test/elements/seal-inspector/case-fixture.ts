import {fixture, html} from '@open-wc/testing';
import {LitElement} from 'lit';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {CaseFile, type AcrossFiles} from '../../../src/elements/seal-inspector/case/case-file.js';
import type {FileInspection} from '../../../src/core/inspection/inspections.js';
import type {DoneInspection} from '../../../src/elements/seal-inspector/inspection.js';
import {base, tokens} from '../../../src/elements/design-tokens.js';
import type {SealReader} from '../../../src/core/wiring/elements/inspection.js';
import {textOf, waitUntil} from '../kit.js';
import {fileNamed} from './fixture.js';

export interface Packed {
  folder: string;
  name: string;
  texts: readonly {name: string; text: string}[];
}

/** An element with a case, which records what leaves the page. */
export class CaseHolder extends LitElement {
  static override styles = [tokens, base];
  readonly saved: {name: string; file: Blob}[] = [];
  readonly printed: Window[] = [];
  readonly packed: Packed[] = [];
  cover?: {folders: readonly {folder: string}[]; texts: readonly {name: string; text: string}[]};
  /** Called before a file is packed. */
  onPack: (file: Blob, signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** Hashes by the names of files; a file without one cannot be read. */
  hashes: Record<string, string> = {};
  readonly reader: SealReader = {
    facts: (file) => {
      const sha256 = this.hashes[(file as File).name];
      return sha256 === undefined
        ? Promise.reject(new SealedCaptureError('media_unsupported', 'gone'))
        : Promise.resolve({sha256});
    },
    evidence: () => Promise.reject(new Error('Nobody asked for it.')),
  };
  readonly case = new CaseFile(this, {
    save: (file, name) => void this.saved.push({file, name}),
    print: (frame) => void this.printed.push(frame),
    now: () => new Date('2026-11-28T09:30:00Z'),
    packer: {
      packFolder: async (file, texts, number, signal) => {
        const folder = `${number}-folder`;
        await this.onPack(file, signal);
        this.packed.push({folder, name: (file as File).name, texts});
        return {folder, zip: emptyZip(), scriptSha256: '00', isOfSandbox: false};
      },
      packCover: (folders, texts) => {
        this.cover = {folders, texts};
        return Promise.resolve(emptyZip());
      },
    },
  });
}
customElements.define('case-holder', CaseHolder);

const emptyZip = () => {
  const bytes = new Uint8Array(22);
  bytes.set([0x50, 0x4b, 5, 6]);
  return new Blob([bytes]);
};

let last = 0;

/** A file with its verdict by the service. */
export const checked = (
  name: string,
  result: unknown,
  more: Partial<DoneInspection['progress']['opinions']> = {},
): DoneInspection => ({
  id: ++last,
  file: fileNamed(name),
  progress: {
    name: 'done',
    opinions: {
      result: result as InspectionResult,
      service: result as InspectionResult,
      url: 'https://seal.example/inspect',
      ...more,
    },
    facts: {name: 'waiting'},
    at: Date.parse('2026-11-21T10:00:00Z'),
  },
});

/** Files without a verdict. */
export const failed = (name: string): FileInspection => ({
  id: ++last,
  file: fileNamed(name),
  progress: {name: 'failed', error: new SealedCaptureError('timeout', 'late')},
});
export const cancelled = (name: string): FileInspection => ({
  id: ++last,
  file: fileNamed(name),
  progress: {name: 'cancelled'},
});

export const hash = (digit: string) => digit.repeat(64);

/** The element with the dialog; undefined until it was opened. */
export const viewIn = ({shadowRoot}: Element): LitElement | undefined =>
  [...(shadowRoot?.querySelectorAll<LitElement>('*') ?? [])].find(({localName}) =>
    localName.startsWith('sealed-capture-case'),
  );

/** The dialog of a case, as a person uses it. */
export class OpenCase {
  constructor(readonly element: CaseHolder) {}

  static async with(files: readonly FileInspection[], lang = 'en'): Promise<OpenCase> {
    const element = document.createElement('case-holder') as CaseHolder;
    element.lang = lang;
    for (const [index, {file}] of files.entries()) {
      element.hashes[(file as File).name] = hash((index % 10).toString());
    }
    await fixture(html`${element}`);
    const found = new OpenCase(element);
    await found.open(files);
    return found;
  }

  get view(): LitElement {
    return viewIn(this.element)!;
  }

  all<Found extends Element = HTMLElement>(selector: string): Found[] {
    return [...this.view.renderRoot.querySelectorAll<Found>(selector)];
  }

  find<Found extends Element = HTMLElement>(selector: string): Found {
    const [found] = this.all<Found>(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  }

  has(selector: string): boolean {
    return this.all(selector).length > 0;
  }

  text(selector: string): string {
    return textOf(this.find(selector));
  }

  async drawn() {
    await this.element.updateComplete;
    await this.view.updateComplete;
  }

  get dialog(): HTMLDialogElement {
    return this.find<HTMLDialogElement>('dialog');
  }

  async open(files: readonly FileInspection[], across: Partial<AcrossFiles> = {}) {
    const nothing: AcrossFiles = {remarks: () => [], sets: () => undefined};
    await this.element.case.show(files, {...nothing, ...across});
    await waitUntil(
      () => this.element.case.notes.entries.every(({sha256}) => sha256 !== undefined),
      'the hashes are known',
    );
    await this.drawn();
  }

  /** The names of the files, in their order. */
  get names(): string[] {
    return this.all('li .name').map(textOf);
  }

  row(name: string): HTMLElement {
    const row = this.all('li').find((one) => textOf(one.querySelector('.name')) === name);
    if (!row) throw new Error(`no ${name}`);
    return row;
  }

  async write(selector: string, value: string, within: ParentNode = this.dialog) {
    const field = within.querySelector<HTMLInputElement>(selector);
    if (!field) throw new Error(`no ${selector}`);
    field.value = value;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    await this.drawn();
  }

  async note(name: string, value: string) {
    await this.write('textarea', value, this.row(name));
  }

  noteOf(name: string): string | undefined {
    return this.row(name).querySelector('textarea')?.value;
  }

  async tick(name: string) {
    this.row(name).querySelector<HTMLInputElement>('[type=checkbox]')?.click();
    await this.drawn();
  }

  async press(words: string) {
    const button = this.all('button').find(
      (one) => textOf(one) === words || one.ariaLabel === words,
    );
    if (!button) throw new Error(`no ${words}`);
    button.click();
    await this.drawn();
  }

  get status(): string {
    return textOf(this.find('[role=status]'));
  }

  /** The document that the button prints. */
  async print(words = 'Print report'): Promise<Document> {
    const {printed} = this.element;
    const {length} = printed;
    await this.press(words);
    await waitUntil(() => printed.length > length, 'it is printed');
    return printed.at(-1)!.document;
  }

  /** Chooses a file for "Open a case". */
  async choose(text: string) {
    const input = this.find<HTMLInputElement>('[type=file]');
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'case.json', {type: 'application/json'}));
    input.files = transfer.files;
    const before = this.status;
    input.dispatchEvent(new Event('change'));
    await waitUntil(() => this.status !== before && this.status !== '', 'it is answered');
  }

  async savedCase(): Promise<string> {
    const {saved} = this.element;
    const {length} = saved;
    await this.press('Save the case');
    await waitUntil(() => saved.length > length, 'it is saved');
    await this.drawn();
    return (await this.element.saved.at(-1)?.file.text()) ?? '';
  }
}

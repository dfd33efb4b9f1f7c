import type {CaptureSummary} from 'sealed-capture/core';
import {fileName} from './file-name.js';
import {stateOf, UPLOADED, type ItemState} from './item-state.js';
import {deleteUpload, loadUpload, type StoredUpload} from './uploads.js';

/** What an item requests from its page. */
export interface ItemActions {
  onInspect(file: File): Promise<void>;
  onChangeByte(file: File): Promise<void>;
  onRetry(capture: CaptureSummary): void;
  /** The item's file was deleted from the site. */
  onDeleted(captureId: string): void;
  /** The sealed file, if the browser still stores it. */
  sealedFile(capture: CaptureSummary): Promise<Blob | undefined>;
}

const TIME = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 1,
} as const;
const DAY_AND_TIME = {dateStyle: 'medium', timeStyle: 'short'} as const;

/** Formats seconds as "0:12". */
const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** One photo or recording in the list: of this visit, of an earlier one, or from the site's own files. */
export class CaptureItem {
  readonly element: HTMLElement;
  readonly #actions: ItemActions;
  #capturedAt?: string;
  /** The picture's object URL. */
  #url?: string;
  /** The sealed file in this page, or its address on the site. */
  #file?: File;
  #stored?: StoredUpload;
  #isAskedFor = false;
  #state?: ItemState;

  /** @param time ISO 8601 in UTC, by which the list is sorted */
  constructor(
    template: HTMLTemplateElement,
    readonly captureId: string,
    readonly time: string,
    actions: ItemActions,
  ) {
    this.#actions = actions;
    const copy = template.content.firstElementChild?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) throw new Error('The page has no template for a capture.');
    this.element = copy;
    this.element.dataset['captureId'] = captureId;
  }

  get isUploaded(): boolean {
    return this.#state === UPLOADED;
  }

  get hasFile(): boolean {
    return Boolean(this.#file ?? this.#stored);
  }

  /** The photo or recording before it is sealed. */
  showMade(blob: Blob): void {
    if (!this.hasFile) this.#showMedia(blob.type, this.#newUrl(blob));
  }

  showProgress(capture: CaptureSummary): void {
    // What the site lists is there, whether or not the elements have heard so.
    if (this.#stored) return;
    const {capturedAt, duration, progress} = capture;
    this.#capturedAt = capturedAt;
    this.#showTime('.taken', capturedAt, TIME);
    if (duration !== undefined) this.#part('.duration').textContent = minutes(duration);
    if ('sealedAt' in progress) this.#showTime('.sealed', progress.sealedAt, TIME);
    if ('deliveredAt' in progress && progress.uploaded)
      this.#showTime('.uploaded', progress.deliveredAt, TIME);
    this.#showState(stateOf(progress));
    if (this.isUploaded) this.#offerDeletion(capture.mode === 'audio' ? 'recording' : 'photo');
    const retry = this.#part<HTMLButtonElement>('.retry');
    retry.onclick = () => this.#actions.onRetry(capture);
    if (progress.name === 'delivering') void this.#findSealed(capture);
  }

  showSealed(sealed: Blob): void {
    if (this.hasFile) return;
    const time = this.#capturedAt ?? this.time;
    this.#file = new File([sealed], fileName(time, sealed.type), {type: sealed.type});
    this.#showFile(this.#file.name, sealed.type, this.#newUrl(sealed));
  }

  /** The site has the file. A file that this page has stays in use. */
  showStored(stored: StoredUpload): void {
    if (this.#stored) return;
    this.#stored = stored;
    const {uploadedAt, mediaType, address} = stored;
    this.#showTime('.uploaded', uploadedAt, this.#capturedAt ? TIME : DAY_AND_TIME);
    // The state line shows this.
    this.#part('.uploaded .word').hidden = !this.#capturedAt;
    this.#showState(UPLOADED);
    if (!this.#file) this.#showFile(fileName(uploadedAt, mediaType), mediaType, address);
    this.#offerDeletion(mediaType.startsWith('audio/') ? 'recording' : 'photo');
  }

  /** Offers to delete the file from the site. */
  #offerDeletion(what: 'photo' | 'recording'): void {
    const button = this.#part<HTMLButtonElement>('.delete');
    if (!button.hidden) return;
    const time = new Date(this.time).toLocaleString(undefined, DAY_AND_TIME);
    // Begins with the text that is seen, so that voice control finds it.
    button.ariaLabel = `Delete this ${what} of ${time}`;
    button.hidden = false;
    button.onclick = () => {
      if (confirm(`Delete this ${what} from the site? It cannot be brought back.`))
        void this.#delete();
    };
  }

  async #delete(): Promise<void> {
    const problem = this.#part('.problem');
    problem.hidden = true;
    try {
      await deleteUpload(this.captureId);
    } catch {
      problem.textContent = 'The site did not delete the file. Check the network, then try again.';
      problem.hidden = false;
      return;
    }
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#actions.onDeleted(this.captureId);
  }

  /** Finds the sealed file of an earlier visit, for which no event is dispatched again. */
  async #findSealed(capture: CaptureSummary): Promise<void> {
    if (this.hasFile || this.#isAskedFor) return;
    this.#isAskedFor = true;
    try {
      const sealed = await this.#actions.sealedFile(capture);
      if (sealed) this.showSealed(sealed);
    } catch {
      // The capture was uploaded or discarded meanwhile; the next progress shows that.
      this.#isAskedFor = false;
    }
  }

  #showFile(name: string, mediaType: string, address: string): void {
    this.#showMedia(mediaType, address);
    const offer = (selector: string, use: (file: File) => Promise<void>): void => {
      const button = this.#part<HTMLButtonElement>(selector);
      button.hidden = false;
      button.onclick = () => void this.#withFile(name, use);
    };
    offer('.inspect-capture', (file) => this.#actions.onInspect(file));
    offer('.change-byte', (file) => this.#actions.onChangeByte(file));
    const download = this.#part<HTMLAnchorElement>('.download');
    download.href = address;
    download.download = name;
    download.hidden = false;
  }

  async #withFile(name: string, use: (file: File) => Promise<void>): Promise<void> {
    const problem = this.#part('.problem');
    problem.hidden = true;
    try {
      this.#file ??= await this.#load(name);
    } catch {
      problem.textContent = 'The site does not give the file. Check the network, then try again.';
      problem.hidden = false;
      return;
    }
    await use(this.#file);
  }

  async #load(name: string): Promise<File> {
    const blob = await loadUpload(this.#stored?.address ?? '');
    return new File([blob], name, {type: this.#stored?.mediaType});
  }

  #newUrl(blob: Blob): string {
    if (this.#url) URL.revokeObjectURL(this.#url);
    return (this.#url = URL.createObjectURL(blob));
  }

  /** Shows a small picture for a photo, and an icon with the duration for a recording. */
  #showMedia(mediaType: string, address: string): void {
    const isRecording = mediaType.startsWith('audio/');
    this.#part('.sound').hidden = !isRecording;
    const picture = this.#part<HTMLImageElement>('img');
    picture.hidden = isRecording;
    if (!isRecording) picture.src = address;
    this.#part('.how').textContent = isRecording ? 'Recorded' : 'Taken';
  }

  #showTime(selector: string, iso: string, format: Intl.DateTimeFormatOptions): void {
    const line = this.#part(selector);
    line.hidden = false;
    const time = line.querySelector('time');
    if (!time || time.dateTime === iso) return;
    time.dateTime = iso;
    time.textContent = new Date(iso).toLocaleString(undefined, format);
  }

  #showState(state: ItemState): void {
    const {look, words, uploaded, mayRetry = false} = state;
    const bar = this.#part<HTMLProgressElement>('progress');
    bar.hidden = uploaded === undefined;
    bar.value = uploaded ?? 0;
    this.#part('.retry').hidden = !mayRetry;
    this.element.dataset['state'] = look;
    // Setting the same text would make screen readers repeat it.
    if (this.#state?.words !== words) this.#part('.state').textContent = words;
    this.#state = state;
  }

  #part<E extends HTMLElement = HTMLElement>(selector: string): E {
    const found = this.element.querySelector<E>(selector);
    if (!found) throw new Error(`The template of a capture has no ${selector}.`);
    return found;
  }
}

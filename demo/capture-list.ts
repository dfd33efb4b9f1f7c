import {fileName} from './file-name.js';

interface Page {
  list: HTMLElement;
  template: HTMLTemplateElement;
  emptyNote: HTMLElement;
  onInspect(file: File): void;
  onChangeByte(file: File): Promise<void>;
  onRetry(captureId: string): void;
}

/** The photos and recordings of this visit with the state of their seals, newest first. */
export class CaptureList {
  readonly #page: Page;
  readonly #items = new Map<string, Item>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** `duration` in seconds, of a recording. */
  made(captureId: string, blob: Blob, capturedAt: string, duration?: number): void {
    this.#itemOf(captureId).showMade(blob, capturedAt, duration);
  }

  /** Also for a capture of an earlier visit, which this page has not seen being made. */
  sealed(captureId: string, sealed: Blob, sealedAt: string): void {
    this.#itemOf(captureId).showSealed(sealed, sealedAt);
  }

  failed(captureId: string, message: string, retryable: boolean): void {
    // Without an id it concerns an option or the shutter, which the element shows itself.
    if (captureId) this.#itemOf(captureId).showFailed(message, retryable);
  }

  #itemOf(captureId: string): Item {
    const known = this.#items.get(captureId);
    if (known) return known;
    const item = new Item(this.#page, captureId);
    this.#items.set(captureId, item);
    this.#page.list.prepend(item.element);
    this.#page.emptyNote.hidden = true;
    return item;
  }
}

/** Seconds as "0:12". */
const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

class Item {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #captureId: string;
  #url?: string;
  #capturedAt?: string;

  constructor(page: Page, captureId: string) {
    this.#page = page;
    this.#captureId = captureId;
    const copy = page.template.content.firstElementChild?.cloneNode(true);
    if (!(copy instanceof HTMLElement)) throw new Error('The page has no template for a capture.');
    this.element = copy;
    this.#part('.taken').hidden = true;
  }

  showMade(blob: Blob, capturedAt: string, duration?: number): void {
    this.#capturedAt = capturedAt;
    this.#show(blob);
    if (duration !== undefined) this.#part('.duration').textContent = minutes(duration);
    this.#showTime('.taken', capturedAt);
    this.#showState('sealing', navigator.onLine ? 'Sealing …' : 'Waiting for the network …');
  }

  showSealed(sealed: Blob, sealedAt: string): void {
    const name = fileName(this.#capturedAt ?? sealedAt, sealed.type);
    const file = new File([sealed], name, {type: sealed.type});
    this.#show(sealed);
    this.#showTime('.sealed', sealedAt);
    this.#showState('sealed', 'Sealed');
    this.#offer('.inspect-capture', () => this.#page.onInspect(file));
    this.#offer('.change-byte', () => void this.#page.onChangeByte(file));
    this.#part('.retry').hidden = true;
    const download = this.#part<HTMLAnchorElement>('.download');
    download.href = this.#url ?? '';
    download.download = name;
    download.hidden = false;
  }

  showFailed(message: string, retryable: boolean): void {
    this.#showState('failed', `Not sealed. ${message}`);
    if (!retryable) return;
    this.#offer('.retry', () => {
      this.#part('.retry').hidden = true;
      this.#showState('sealing', 'Sealing …');
      this.#page.onRetry(this.#captureId);
    });
  }

  /** A photo small, a recording as what it is. */
  #show(blob: Blob): void {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = URL.createObjectURL(blob);
    const isRecording = blob.type.startsWith('audio/');
    this.#part('.sound').hidden = !isRecording;
    const picture = this.#part<HTMLImageElement>('img');
    picture.hidden = isRecording;
    if (!isRecording) picture.src = this.#url;
    this.#part('.how').textContent = isRecording ? 'Recorded' : 'Taken';
  }

  #showTime(selector: string, iso: string): void {
    const line = this.#part(selector);
    line.hidden = false;
    const time = line.querySelector('time');
    if (!time) return;
    time.dateTime = iso;
    time.textContent = new Date(iso).toLocaleTimeString(undefined, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 1,
    });
  }

  #showState(state: 'sealing' | 'sealed' | 'failed', words: string): void {
    this.element.dataset['state'] = state;
    this.#part('.state').textContent = words;
  }

  #offer(selector: string, action: () => void): void {
    const button = this.#part<HTMLButtonElement>(selector);
    button.hidden = false;
    button.onclick = action;
  }

  #part<E extends HTMLElement = HTMLElement>(selector: string): E {
    const found = this.element.querySelector<E>(selector);
    if (!found) throw new Error(`The template of a capture has no ${selector}.`);
    return found;
  }
}

import type {CaptureSummary} from 'sealed-capture/core';
import type {ProtectionProvider} from 'sealed-capture/protection-provider';
import {fileName} from './file-name.js';
import {stateOf, uploadedState, type ItemState} from './item-state.js';
import {say} from './texts.js';
import {deleteUpload, loadUpload, type StoredUpload} from './uploads.js';

/** What an item requests from its page. */
export interface ItemActions {
  provider: ProtectionProvider;
  onInspect(file: File): Promise<void>;
  /** The item's file was deleted. */
  onDeleted(captureId: string): void;
}

/** Formats seconds as "0:12". */
const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** One photo or recording in the list, in the browser or on the site. */
export class CaptureItem {
  readonly element: HTMLElement;
  readonly #actions: ItemActions;
  #capture?: CaptureSummary;
  #stored?: StoredUpload;
  /** The sealed file, once this page has it. */
  #file?: File;
  /** The file's object URL. */
  #url?: string;
  #state?: ItemState;
  #isSeen = false;
  #isLoading = false;

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
    const label = this.#part<HTMLTimeElement>('time');
    label.dateTime = time;
    label.textContent = this.#timeLabel;
    this.#part('.retry').onclick = () => void actions.provider.retryProtection(captureId);
    this.#part('.inspect-capture').onclick = () =>
      void this.#try('loadFailed', async () => actions.onInspect(await this.#load()));
    this.#part('.delete').onclick = () => this.#askToDelete();
  }

  /** The elements report that the site has the file. */
  get isUploaded(): boolean {
    return this.#capture?.progress.name === 'delivered' && Boolean(this.#capture.progress.uploaded);
  }

  /** The site lists the file. */
  get isStored(): boolean {
    return Boolean(this.#stored);
  }

  /** A person sees the item, which needs its picture. */
  seen(): void {
    this.#isSeen = true;
    void this.#findSealed();
  }

  showProgress(capture: CaptureSummary): void {
    this.#capture = capture;
    // What the site lists is there, whether or not the elements have heard so.
    if (this.#stored) return;
    const {duration, progress} = capture;
    if (duration !== undefined) this.#part('.duration').textContent = minutes(duration);
    this.#showState(stateOf(progress));
    void this.#findSealed();
  }

  /** The site has the file. A file that this page has stays in use. */
  showStored(stored: StoredUpload): void {
    if (this.#stored) return;
    this.#stored = stored;
    this.#showState(uploadedState());
    if (!this.#file) this.#showFile(stored.mediaType, stored.address);
  }

  /** Gets the sealed file from the browser's storage for an item that is seen. */
  async #findSealed(): Promise<void> {
    const isSealed = this.#capture && 'sealedAt' in this.#capture.progress;
    if (!this.#isSeen || !isSealed || this.#file || this.#stored || this.#isLoading) return;
    this.#isLoading = true;
    try {
      const sealed = await this.#actions.provider.sealedFile(this.captureId);
      if (!sealed) return;
      this.#file = this.#named(sealed);
      this.#url = URL.createObjectURL(sealed);
      this.#showFile(sealed.type, this.#url);
    } catch {
      // The capture was uploaded or discarded meanwhile; the next progress shows that.
    } finally {
      this.#isLoading = false;
    }
  }

  /** Shows a small picture for a photo, and an icon with the duration for a recording. */
  #showFile(mediaType: string, address: string): void {
    const isRecording = mediaType.startsWith('audio/');
    this.#part('.sound').hidden = !isRecording;
    const picture = this.#part<HTMLImageElement>('img');
    picture.hidden = isRecording;
    if (!isRecording) picture.src = address;
    const download = this.#part<HTMLAnchorElement>('.download');
    download.href = address;
    download.download = fileName(this.time, mediaType);
    for (const name of ['.inspect-capture', '.download', '.delete'])
      this.#part(name).hidden = false;
    // Begins with the text that is seen, so that voice control finds it.
    this.#part('.delete').ariaLabel = say('deleteThis', {time: this.#timeLabel});
  }

  #askToDelete(): void {
    if (!confirm(say(this.#stored ? 'confirmSite' : 'confirmHere'))) return;
    void this.#try('deleteFailed', async () => {
      if (this.#stored) await deleteUpload(this.captureId);
      // The elements list what was delivered, too. An earlier visit's file on the site is unknown to them.
      if (this.#capture)
        await this.#actions.provider.discard(this.captureId).catch(() => undefined);
      if (this.#url) URL.revokeObjectURL(this.#url);
      this.#actions.onDeleted(this.captureId);
    });
  }

  async #load(): Promise<File> {
    return (this.#file ??= this.#named(await loadUpload(this.#stored?.address ?? '')));
  }

  #named(blob: Blob): File {
    return new File([blob], fileName(this.time, blob.type), {type: blob.type});
  }

  /** Does what a button asks for, and shows this sentence if it fails. */
  async #try(sentence: 'loadFailed' | 'deleteFailed', act: () => Promise<void>): Promise<void> {
    const problem = this.#part('.problem');
    problem.hidden = true;
    try {
      await act();
    } catch (error) {
      console.warn(error);
      problem.textContent = say(sentence);
      problem.hidden = false;
    }
  }

  get #timeLabel(): string {
    const format = {dateStyle: 'medium', timeStyle: 'short'} as const;
    return new Date(this.time).toLocaleString(document.documentElement.lang, format);
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

import type {CaptureSummary} from 'sealed-capture/core';
import {CaptureItem, type ItemActions} from './capture-item.js';
import type {StoredUpload} from './uploads.js';

interface Page extends ItemActions {
  list: HTMLElement;
  template: HTMLTemplateElement;
  showAll: HTMLButtonElement;
  /** The site may have files that the list does not show yet: `showUploads` is to be called. */
  onOutdated(): void;
}

/** Items that are shown before "Show all"; style.css hides the others. */
const SHOWN = 6;

/**
 * The photos and recordings that the browser or the site has, each once, newest first. What the elements know and what
 * the site lists is matched by the capture's id.
 */
export class CaptureList {
  readonly #page: Page;
  readonly #items = new Map<string, CaptureItem>();
  /** Captures that the elements knew a moment ago. */
  #known = new Set<string>();
  /** Captures for which the site's list was asked for. */
  readonly #lookedUp = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    page.showAll.onclick = () => {
      page.list.classList.add('all');
      this.#count();
      page.list.querySelector<HTMLElement>(`:nth-child(${SHOWN + 1}) button`)?.focus();
    };
  }

  get isEmpty(): boolean {
    return this.#page.list.childElementCount === 0;
  }

  /** A photo or recording was made; what the elements say of it follows. */
  made(captureId: string, blob: Blob, capturedAt: string): void {
    this.#itemOf(captureId, capturedAt).showMade(blob);
  }

  /** Also of an earlier visit. */
  sealed(captureId: string, sealed: Blob, sealedAt: string): void {
    this.#itemOf(captureId, sealedAt).showSealed(sealed);
  }

  /** @param captures all that the elements know now */
  showProgress(captures: readonly CaptureSummary[]): void {
    for (const capture of captures) {
      this.#itemOf(capture.captureId, capture.capturedAt).showProgress(capture);
    }
    const known = new Set(captures.map(({captureId}) => captureId));
    const gone = [...this.#known].filter((id) => !known.has(id));
    this.#known = known;
    this.#lookUp([...gone, ...known]);
  }

  /** @param uploads all that the site has */
  showUploads(uploads: readonly StoredUpload[]): void {
    for (const upload of uploads) {
      this.#itemOf(upload.captureId, upload.uploadedAt).showStored(upload);
    }
    for (const captureId of this.#lookedUp) {
      const item = this.#items.get(captureId);
      // Neither the elements nor the site have it: it was discarded.
      if (!this.#known.has(captureId) && !item?.isUploaded) item?.element.remove();
    }
    this.#count();
  }

  /** Another tab uploaded these, or an earlier visit, or they were discarded: the site's list tells. */
  #lookUp(captureIds: readonly string[]): void {
    const unclear = captureIds.filter((captureId) => {
      const item = this.#items.get(captureId);
      if (!item || this.#lookedUp.has(captureId)) return false;
      return item.isUploaded ? !item.hasFile : !this.#known.has(captureId);
    });
    for (const captureId of unclear) this.#lookedUp.add(captureId);
    if (unclear.length > 0) this.#page.onOutdated();
  }

  #itemOf(captureId: string, time: string): CaptureItem {
    const {template} = this.#page;
    const item =
      this.#items.get(captureId) ?? new CaptureItem(template, captureId, time, this.#page);
    this.#items.set(captureId, item);
    if (!item.element.isConnected) this.#place(item);
    return item;
  }

  #place(item: CaptureItem): void {
    const {list} = this.#page;
    const older = [...list.children].find((other) => {
      const {captureId = ''} = (other as HTMLElement).dataset;
      return (this.#items.get(captureId)?.time ?? '') < item.time;
    });
    list.insertBefore(item.element, older ?? null);
    this.#count();
  }

  #count(): void {
    const {list, showAll} = this.#page;
    showAll.textContent = `Show all ${list.childElementCount}`;
    showAll.hidden = list.childElementCount <= SHOWN || list.classList.contains('all');
  }
}

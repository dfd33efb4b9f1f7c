import type {CaptureSummary} from 'sealed-capture/core';
import {CaptureItem, type ItemActions} from './capture-item.js';
import {say} from './texts.js';
import type {StoredUpload} from './uploads.js';

interface Page extends Omit<ItemActions, 'onDeleted'> {
  heading: HTMLElement;
  list: HTMLElement;
  template: HTMLTemplateElement;
  showAll: HTMLButtonElement;
  /** Called if the site may have files that the list does not show yet; the page should call `showUploads`. */
  onOutdated(): void;
}

/** Items that are shown before "Show all"; style.css hides the others. */
const SHOWN = 6;

/**
 * The photos and recordings in the browser or on the site, each once, newest first. Captures of the elements and files
 * of the site are matched by the capture's id.
 */
export class CaptureList {
  readonly #page: Page;
  readonly #items = new Map<string, CaptureItem>();
  /** Captures in the elements' last progress. */
  #known = new Set<string>();
  /** Captures that the person deleted, although the elements or an earlier list may still name them. */
  readonly #deleted = new Set<string>();
  /** Captures for which the site's list was requested. */
  readonly #lookedUp = new Set<string>();
  /** Files are read from the browser's storage for the items that are seen. */
  readonly #sight = new IntersectionObserver(
    (entries) => {
      for (const {isIntersecting, target} of entries) {
        const {captureId = ''} = (target as HTMLElement).dataset;
        if (isIntersecting) this.#items.get(captureId)?.seen();
      }
    },
    {rootMargin: '2000px'},
  );

  constructor(page: Page) {
    this.#page = page;
    page.showAll.onclick = () => {
      page.list.classList.add('all');
      this.showCount();
      page.list.querySelector<HTMLElement>(`:nth-child(${SHOWN + 1}) button`)?.focus();
    };
  }

  get isEmpty(): boolean {
    return this.#page.list.childElementCount === 0;
  }

  /** @param captures all captures in the elements' progress */
  showProgress(captures: readonly CaptureSummary[]): void {
    for (const capture of captures) {
      if (this.#deleted.has(capture.captureId)) continue;
      this.#itemOf(capture.captureId, capture.capturedAt).showProgress(capture);
    }
    const known = new Set(captures.map(({captureId}) => captureId));
    const gone = [...this.#known].filter((id) => !known.has(id));
    this.#known = known;
    this.#lookUp([...gone, ...known]);
  }

  /** @param uploads all files on the site */
  showUploads(uploads: readonly StoredUpload[]): void {
    for (const upload of uploads) {
      if (this.#deleted.has(upload.captureId)) continue;
      this.#itemOf(upload.captureId, upload.uploadedAt).showStored(upload);
    }
    for (const captureId of this.#lookedUp) {
      const item = this.#items.get(captureId);
      if (!item || item.isStored) continue;
      // Neither the browser nor the site has its file, so it was deleted elsewhere.
      if (item.isUploaded || !this.#known.has(captureId)) item.element.remove();
    }
    this.showCount();
  }

  showCount(): void {
    const {list, showAll} = this.#page;
    showAll.textContent = say('showAll', {count: list.childElementCount});
    showAll.hidden = list.childElementCount <= SHOWN || list.classList.contains('all');
  }

  /** These were uploaded, by this tab or another one, or discarded; the site's list shows which. */
  #lookUp(captureIds: readonly string[]): void {
    const unclear = captureIds.filter((captureId) => {
      const item = this.#items.get(captureId);
      if (!item || item.isStored || this.#lookedUp.has(captureId)) return false;
      return item.isUploaded || !this.#known.has(captureId);
    });
    for (const captureId of unclear) this.#lookedUp.add(captureId);
    if (unclear.length > 0) this.#page.onOutdated();
  }

  #itemOf(captureId: string, time: string): CaptureItem {
    const {template} = this.#page;
    const item =
      this.#items.get(captureId) ??
      new CaptureItem(template, captureId, time, {
        ...this.#page,
        onDeleted: (deleted) => this.#remove(deleted),
      });
    this.#items.set(captureId, item);
    const isRemoved = this.#lookedUp.has(captureId) && item.isUploaded && !item.isStored;
    if (!item.element.isConnected && !isRemoved) this.#place(item);
    return item;
  }

  /** The focus goes to the next item's button, since the pressed one is gone. */
  #remove(captureId: string): void {
    this.#deleted.add(captureId);
    const element = this.#items.get(captureId)?.element;
    const {nextElementSibling: next, previousElementSibling: previous} = element ?? {};
    this.#items.delete(captureId);
    element?.remove();
    this.showCount();
    const button = (next ?? previous)?.querySelector<HTMLElement>('.delete:not([hidden])');
    (button ?? this.#page.heading).focus();
  }

  #place(item: CaptureItem): void {
    const {list} = this.#page;
    const older = [...list.children].find((other) => {
      const {captureId = ''} = (other as HTMLElement).dataset;
      return (this.#items.get(captureId)?.time ?? '') < item.time;
    });
    list.insertBefore(item.element, older ?? null);
    this.#sight.observe(item.element);
    this.showCount();
  }
}

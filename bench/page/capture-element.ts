// A real <capture-image> on the page, and its events.
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {
  CaptureDetail,
  ProtectedDetail,
  ProtectErrorDetail,
} from '@sealed-capture/seal/model/protection-config.js';

export type Options = {apiKey: string; autoProtect: boolean};

/** The element with its camera running. */
export async function liveElement(
  {apiKey, autoProtect}: Options,
  more: Partial<CaptureImage> = {},
): Promise<CaptureImage> {
  await customElements.whenDefined('capture-image');
  const element = document.createElement('capture-image');
  element.sandbox = true;
  element.apiKey = apiKey;
  element.autoProtect = autoProtect;
  Object.assign(element, more);
  document.body.append(element);
  await element.requestPermissions();
  await until(() => (preview(element)?.videoWidth ?? 0) > 0);
  return element;
}

export const preview = (element: CaptureImage): HTMLVideoElement | undefined =>
  element.shadowRoot?.querySelector('video') ?? undefined;

/** The detail of one event of the element, and when it arrived. */
export interface Heard<Detail> {
  at: number;
  detail: Detail;
}

/** The next event of this name, for any capture. Rejects with the first error that is reported instead. */
export function next(element: CaptureImage, name: 'capture'): Promise<Heard<CaptureDetail>>;
export function next(element: CaptureImage, name: 'protected'): Promise<Heard<ProtectedDetail>>;
export function next(
  element: CaptureImage,
  name: 'capture' | 'protected',
): Promise<Heard<CaptureDetail | ProtectedDetail>> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const {signal} = listening;
    const listen = (event: string, heard: (detail: unknown) => void): void =>
      element.addEventListener(
        event,
        (told) => {
          listening.abort();
          heard((told as CustomEvent).detail);
        },
        {signal},
      );
    listen(name, (detail) => {
      resolve({at: performance.now(), detail: detail as CaptureDetail | ProtectedDetail});
    });
    listen('protect-error', (detail) => {
      const {code, message} = detail as ProtectErrorDetail;
      reject(new Error(`${code}: ${message}`));
    });
  });
}

/** Long enough for a slow machine, and short enough for the other groups to have their turn. */
const LONGEST_WAIT_MS = 60_000;

/** Waits until the condition is true. If it never is, rejects with the text of the condition. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + LONGEST_WAIT_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${String(condition)}`);
    await pause(20);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

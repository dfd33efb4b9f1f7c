// A page whose provider seals captures and sends the files with tus.
import {Core, setScriptsBase} from '../../../src/core/index.js';
import {createTusDelivery} from '../../../src/delivery/tus-delivery.js';
import {ProtectionProvider} from '../../../src/elements/protection-provider.js';
import {picture} from './picture.js';
import type {PageOptions} from './queue-page.js';

export interface TusPage {
  /** Events of captures in their order, with the locations of the files. */
  readonly heard: string[];
  /** Takes a capture with at least this many bytes. Resolves once it is stored. */
  take(size: number): Promise<void>;
}

declare global {
  interface Window {
    tus: TusPage;
  }
}

const {credentials} = JSON.parse(
  document.querySelector('meta[name=options]')?.getAttribute('content') ?? '{}',
) as PageOptions;
const options = {apiKey: 'apiKey' in credentials ? credentials.apiKey : '', sandbox: true};
const endpoint = new URLSearchParams(location.search).get('endpoint') ?? '';

setScriptsBase('/');
const heard: string[] = [];
document.addEventListener('protected', () => {
  heard.push('protected');
  performance.mark('upload-start');
});
document.addEventListener('delivered', ({location = ''}) => {
  heard.push(`delivered ${location}`);
  performance.mark('upload-end');
});
document.addEventListener('protect-error', ({code, message}) =>
  heard.push(`protect-error ${code} ${message}`),
);

const provider = Object.assign(new ProtectionProvider(), options, {
  delivery: createTusDelivery({endpoint}),
});
document.body.append(provider);

async function take(size: number): Promise<void> {
  const core = Core.shared();
  const ignore = (): void => undefined;
  const protection = core.connect({
    mode: 'image',
    config: options,
    onCapture: ignore,
    onProtected: ignore,
    onProtectError: ignore,
    onChange: ignore,
  });
  const capturedAt = Date.now();
  const draft = {mode: 'image', mediaType: 'image/jpeg', metadata: {}, capturedAt} as const;
  await core.protect(protection, await picture(size), draft);
  // Releases the client that took the capture. The provider then seals and sends it.
  protection.release();
}

window.tus = {heard, take};

// A page with an element for each way in which files are sent. Its photos wait until they are released.
import {createHttpDelivery} from '../../../src/delivery/http-delivery.js';
import {createTusDelivery} from '../../../src/delivery/tus-delivery.js';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {ProtectionProvider} from '../../../src/elements/protection-provider.js';
import type {FileDelivery} from '@sealed-capture/seal/model/protection-config.js';

export interface HostilePage {
  /** Takes photos with the element of a way. Resolves with their ids. */
  take(way: string, count: number): Promise<string[]>;
  release(): Promise<void>;
  /** Asks for another try of all photos that are not sent. */
  retry(): Promise<void>;
}

declare global {
  interface Window {
    hostile: HostilePage;
    /** Told what the page was told. */
    tell(event: string): void;
  }
}

/** The site's other origin. */
const other = location.origin.replace('localhost', '127.0.0.1');

const presigned = async ({captureId}: {captureId: string}): Promise<{url: string}> => {
  const answer = await fetch(`/presigned?${captureId}`);
  if (!answer.ok) throw new Error(`No address: ${answer.status}`);
  return {url: await answer.text()};
};

const deliveries: Record<string, FileDelivery | undefined> = {
  'deliver-to': undefined,
  'deliver-to-other-origin': undefined,
  presigned: createHttpDelivery({method: 'PUT', url: presigned}),
  // As pages in JavaScript do: the Response counts by the package's rules.
  send: {
    send: (body, {captureId, signal}) =>
      fetch('/uploads', {method: 'POST', body, headers: {'Idempotency-Key': captureId}, signal}),
  } as FileDelivery,
  tus: createTusDelivery({endpoint: '/files'}),
  'tus-in-parts': createTusDelivery({endpoint: `${other}/files`, chunkSize: 20_000}),
};

const {baseUrl, apiKey} = document.documentElement.dataset;
const provider = Object.assign(new ProtectionProvider(), {baseUrl, apiKey, sandbox: true});
for (const [way, delivery] of Object.entries(deliveries)) {
  const element = Object.assign(new CaptureImage(), {id: way, autoProtect: false});
  if (delivery) element.delivery = delivery;
  else element.deliverTo = way === 'deliver-to' ? '/uploads' : `${other}/uploads`;
  provider.append(element);
}
document.body.append(provider);
const elements = [...document.querySelectorAll('capture-image')];

for (const name of ['protected', 'delivered'] as const) {
  document.addEventListener(name, ({captureId}) => window.tell(`${name} ${captureId}`));
}
document.addEventListener('protect-error', ({captureId, code, message}) =>
  window.tell(`protect-error ${captureId} ${code} ${message}`),
);

window.hostile = {
  async take(way, count) {
    const element = elements.find(({id}) => id === way);
    await element?.requestPermissions();
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const taken = await element?.takePicture();
      if (taken) ids.push(taken.captureId);
    }
    return ids;
  },
  async release() {
    await Promise.all(elements.map((element) => element.enqueueProtection()));
  },
  async retry() {
    for (const element of elements) {
      const {protections} = element;
      const ids = protections.flatMap(({captureId, progress}) =>
        progress.name === 'delivering' ? captureId : [],
      );
      await Promise.all(ids.map((id) => element.retryProtection(id).catch(() => undefined)));
    }
  },
};

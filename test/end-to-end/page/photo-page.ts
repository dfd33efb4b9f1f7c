// A page with a camera, whose photos are sent as its query says.
import {createHttpDelivery} from '../../../src/delivery/http-delivery.js';
import {createTusDelivery} from '../../../src/delivery/tus-delivery.js';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {setScriptsBase} from '../../../src/core/wiring/script-addresses.js';

/** An event that the page heard, with what it says. */
export interface Heard {
  name: 'protected' | 'delivered' | 'protect-error';
  /** By the page's clock, in epoch milliseconds. */
  at: number;
  captureId: string;
  /** SHA-256 of the sealed file, in hexadecimal digits. */
  digest?: string;
  location?: string;
  code?: string;
  message?: string;
  status?: number;
  willRetryAt?: string;
}

declare global {
  interface Window {
    heard: Heard[];
  }
}

const query = new URLSearchParams(location.search);
const to = query.get('to') ?? '';

async function digestOf(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

window.heard = [];
document.addEventListener('protected', ({captureId, protectedBlob}) => {
  const heard: Heard = {name: 'protected', at: Date.now(), captureId};
  void digestOf(protectedBlob).then((digest) => window.heard.push({...heard, digest}));
});
document.addEventListener('delivered', ({captureId, location}) =>
  window.heard.push({name: 'delivered', at: Date.now(), captureId, location}),
);
document.addEventListener('protect-error', (event) => {
  const {captureId = '', code, message, status, willRetryAt} = event;
  const what = {code, message, status, willRetryAt};
  window.heard.push({name: 'protect-error', at: Date.now(), captureId, ...what});
});

setScriptsBase('/bundle/scripts');
const camera = Object.assign(new CaptureImage(), {
  apiKey: query.get('key') ?? '',
  sandbox: true,
  baseUrl: query.get('service') ?? '/protection',
});
switch (query.get('way')) {
  case 'tus':
    camera.delivery = createTusDelivery({
      endpoint: to,
      chunkSize: Number(query.get('chunk') ?? Infinity),
    });
    break;
  case 'put':
    camera.delivery = createHttpDelivery({
      method: 'PUT',
      url: ({captureId}) => ({url: `${to}/${captureId}.jpg`}),
    });
    break;
  default:
    camera.deliverTo = to;
}
document.body.append(camera);

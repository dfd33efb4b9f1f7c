import 'sealed-capture/capture-audio';
import 'sealed-capture/capture-image';
import 'sealed-capture/protection-provider';
import {createProtection, type AccessToken} from 'sealed-capture/core';
import 'sealed-capture/seal-inspector';
import {withOneByteChanged} from './change-byte.js';
import {CaptureList} from './capture-list.js';

const inspector = required('seal-inspector');
const camera = required('capture-image');
const provider = required('protection-provider');

const captures = new CaptureList({
  list: required<HTMLElement>('#list'),
  template: required<HTMLTemplateElement>('#capture'),
  emptyNote: required<HTMLElement>('#no-captures'),
  onInspect: (file) => void inspect(file),
  onChangeByte: async (file) => inspect(await withOneByteChanged(file)),
  onRetry: (captureId) => void camera.retryProtection(captureId),
});

// The events bubble and are composed: one listener on the document hears every element.
document.addEventListener('capture', ({captureId, blob, capturedAt, duration}) => {
  captures.made(captureId, blob, capturedAt, duration);
});
document.addEventListener('protected', ({captureId, protectedBlob, sealedAt}) => {
  captures.sealed(captureId, protectedBlob, sealedAt);
});
document.addEventListener('protect-error', ({captureId, message, retryable}) => {
  captures.failed(captureId, message, retryable);
});

const radius = required<HTMLSelectElement>('#radius');
const blur = () => {
  provider.locationObfuscationRadius = radius.value ? Number(radius.value) : undefined;
};
radius.addEventListener('change', blur);
// Browsers keep a choice over a reload.
blur();

const verify = required<HTMLSelectElement>('#verify');
const chooseVerifier = () => {
  inspector.setAttribute('verify', verify.value);
};
verify.addEventListener('change', chooseVerifier);
chooseVerifier();

// No key is in this page: it gets tokens of minutes from the backend of the site.
const protection = createProtection({sandbox: true, getToken});
provider.protection = protection;
inspector.protection = protection;

async function inspect(file: File): Promise<void> {
  const inspected = inspector.inspect(file);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  required('#inspect').scrollIntoView({behavior: isCalm ? 'auto' : 'smooth', block: 'start'});
  await inspected;
}

/** What this site's own backend has minted for its pages. */
async function getToken(signal: AbortSignal): Promise<AccessToken> {
  const problem = required<HTMLElement>('#problem');
  problem.hidden = true;
  const answer = await fetch('/demo/token', {method: 'POST', signal});
  if (!answer.ok) {
    problem.textContent = 'The service of this demo gives no tokens. Start it anew, then reload.';
    problem.hidden = false;
    throw new Error(`No token: ${answer.status}`);
  }
  return (await answer.json()) as AccessToken;
}

function required<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag];
function required<E extends Element = Element>(selector: string): E;
function required(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

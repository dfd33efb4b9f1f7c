import 'sealed-capture/capture-audio';
import 'sealed-capture/capture-image';
import 'sealed-capture/local-verification';
import 'sealed-capture/protection-provider';
import {createProtection, type AccessToken, type CaptureSummary} from 'sealed-capture/core';
import 'sealed-capture/seal-inspector';
import {withOneByteChanged} from './change-byte.js';
import {CaptureList} from './capture-list.js';
import {sealedSample} from './sample.js';
import {listUploads} from './uploads.js';

const PROGRESS_MS = 500;

const inspector = required('seal-inspector');
const camera = required('capture-image');
const recorder = required('capture-audio');
const provider = required('protection-provider');
const list = required<HTMLElement>('#list');

const elementOf = ({mode}: CaptureSummary) => (mode === 'audio' ? recorder : camera);
const captures = new CaptureList({
  heading: required<HTMLElement>('#captures'),
  list,
  template: required<HTMLTemplateElement>('#capture'),
  showAll: required<HTMLButtonElement>('#show-all'),
  onInspect: (file) => inspect(file),
  onChangeByte: async (file) => inspect(await withOneByteChanged(file)),
  onRetry: (capture) => void elementOf(capture).retryProtection(capture.captureId),
  onOutdated: () => void showUploads(),
  sealedFile: (capture) => elementOf(capture).sealedFile(capture.captureId),
});

// The events bubble and are composed: one listener on the document hears every element.
document.addEventListener('capture', ({captureId, blob, capturedAt}) => {
  captures.made(captureId, blob, capturedAt);
  showProgress();
});
document.addEventListener('protected', ({captureId, protectedBlob, sealedAt}) => {
  captures.sealed(captureId, protectedBlob, sealedAt);
  showProgress();
});
document.addEventListener('delivered', showProgress);
document.addEventListener('protect-error', showProgress);
// No event reports the progress of an upload.
setInterval(showProgress, PROGRESS_MS);
showProgress();

required<HTMLElement>('#list-again').addEventListener('click', () => void showUploads());
addEventListener('online', () => {
  if (!required<HTMLElement>('#list-problem').hidden) void showUploads();
});
void showUploads();

const radius = required<HTMLSelectElement>('#radius');
const blur = () => {
  provider.locationObfuscationRadius = radius.value ? Number(radius.value) : undefined;
};
radius.addEventListener('change', blur);
// Browsers restore the choice after a reload.
blur();

const verify = required<HTMLSelectElement>('#verify');
const chooseVerifier = () => {
  inspector.setAttribute('verify', verify.value);
};
verify.addEventListener('change', chooseVerifier);
chooseVerifier();

// This page has no key: it gets short-lived tokens from the site's backend.
const protection = createProtection({sandbox: true, getToken});
provider.protection = protection;
inspector.protection = protection;

const sample = required<HTMLButtonElement>('#sample');
sample.addEventListener('click', () => void inspectSample());

const next = required<HTMLElement>('#next');
/** The file with an intact seal that is shown and can be changed. */
let intact: File | undefined;
inspector.addEventListener('inspected', ({file, result}) => {
  intact = result.labelState === 'valid' && file instanceof File ? file : undefined;
  next.hidden = !intact;
});
required<HTMLElement>('#break').addEventListener('click', () => void breakSeal());

/** Shows the captures of this visit and of earlier ones. */
function showProgress(): void {
  captures.showProgress([...camera.protections, ...recorder.protections]);
  showIfEmpty();
}

/** Shows the files on the site. */
async function showUploads(): Promise<void> {
  const problem = required<HTMLElement>('#list-problem');
  list.ariaBusy = 'true';
  try {
    captures.showUploads(await listUploads());
    problem.hidden = true;
  } catch (error) {
    console.warn(error);
    problem.hidden = false;
  }
  list.ariaBusy = 'false';
  showIfEmpty();
}

function showIfEmpty(): void {
  const isUnknown = list.ariaBusy === 'true' || !required<HTMLElement>('#list-problem').hidden;
  required<HTMLElement>('#no-captures').hidden = isUnknown || !captures.isEmpty;
}

async function inspect(file: File): Promise<void> {
  const inspected = inspector.inspect(file);
  required<HTMLElement>('#inspect').focus({preventScroll: true});
  showInspector();
  await inspected;
  // Before the result, the page may have been too short to scroll this far.
  showInspector();
}

function showInspector(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  required('#inspect').scrollIntoView({behavior: isCalm ? 'auto' : 'smooth', block: 'start'});
}

async function inspectSample(): Promise<void> {
  const problem = required<HTMLElement>('#problem');
  problem.hidden = true;
  sample.disabled = true;
  try {
    await inspect(await sealedSample(getToken));
  } catch (error) {
    console.warn(error);
    problem.textContent = 'The service did not seal the sample. Check the network, then try again.';
    problem.hidden = false;
  }
  sample.disabled = false;
}

async function breakSeal(): Promise<void> {
  if (!intact) return;
  const inspected = inspect(await withOneByteChanged(intact));
  // The button is removed together with the intact seal.
  required<HTMLElement>('#inspect').focus({preventScroll: true});
  await inspected;
}

/** A token that this site's backend has minted for its pages. */
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

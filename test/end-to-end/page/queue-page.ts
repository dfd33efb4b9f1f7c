// A page without elements. It writes every event to the test's journal before it continues.
import {
  Core,
  createProtection,
  setScriptsBase,
  type AccessToken,
  type Protection,
  type ProtectionClient,
} from '../../../src/core/index.js';
import type {
  ProtectedDetail,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import {picture} from './picture.js';

/** The functions of the page that a test calls. */
export interface QueuePage {
  readonly visit: string;
  /** The current account; undefined if nobody is signed in. */
  readonly account?: string;
  /** Takes captures one after the other. Resolves with their ids once each was reported. */
  take(pictures: readonly PictureToTake[]): Promise<string[]>;
  /** Takes all captures at once. */
  takeTogether(pictures: readonly PictureToTake[]): Promise<string[]>;
  /** Sets the credentials for captures that are sealed from now on. */
  setCredentials(credentials: PageCredentials): void;
  /** The captures that the page knows: id, progress, and the code of the failure. */
  progress(): {captureId: string; name: string; code?: string}[];
  retry(captureId: string): Promise<void>;
  /** Resolves with whether the capture was discarded. A capture that is sealed already is delivered anyway. */
  discard(captureId: string): Promise<boolean>;
  /** Signs in with another account, or signs out. */
  setAccount(name?: string): void;
  /** SHA-256 of the sealed file, in hexadecimal digits; undefined if the file is not stored. */
  sealedFile(captureId: string): Promise<string | undefined>;
  release(tags: Record<string, string>): Promise<void>;
  /** Reports that the network is back and retries everything. */
  hurry(): Promise<void>;
}

export interface PictureToTake {
  captureId: string;
  /** Minimum size in bytes. */
  size?: number;
  /** True for a capture that waits until it is released. */
  isHeld?: boolean;
}

/** The page's credentials. With a token, the page requests it from its backend, at `/token`. */
export type PageCredentials =
  | {name: 'key'; apiKey: string}
  | {name: 'signature'; apiKey: string; apiSecret: string}
  | {name: 'token'};

/** Options that the page reads from its HTML. */
export interface PageOptions {
  credentials: PageCredentials;
  /** Address of the journal. */
  journal: string;
}

declare global {
  interface Window {
    queue: QueuePage;
  }
}

const visit = crypto.randomUUID();
const options = JSON.parse(
  document.querySelector('meta[name=options]')?.getAttribute('content') ?? '{}',
) as PageOptions;
const query = new URLSearchParams(location.search);
const areHeld = query.get('auto-protect') === 'false';
/** The page uploads sealed files, and the queue waits for its uploads. */
const uploads = query.has('upload');
/** The queue sends sealed files to the page's own storage, where each account has its own address. */
const areSent = query.has('deliver-to');
const addressOf = (account = ''): string =>
  `${options.journal}/delivery?${new URLSearchParams({visit, account}).toString()}`;

/** Returns false if the test's server cannot be reached. */
function post(path: string, body?: Blob): boolean {
  const request = new XMLHttpRequest();
  try {
    request.open('POST', `${options.journal}${path}`, false);
    request.send(body);
    return request.status === 200;
  } catch {
    return false;
  }
}

/**
 * Prefix of this page's entries in localStorage. Each page has its own, because pages that write at the same time would
 * overwrite each other's entries.
 */
const UNWRITTEN = 'journal ';

/** While the device is offline, entries are stored in localStorage, so that a killed page does not lose them. */
function write(kind: string, fields: Record<string, string>, body?: Blob): void {
  const entry = crypto.randomUUID();
  const whose = {visit, account: account ?? ''};
  const path = `/${kind}?${new URLSearchParams({entry, ...whose, ...fields}).toString()}`;
  if (post(path, body?.slice(0, body.size, 'text/plain'))) return;
  localStorage.setItem(`${UNWRITTEN}${path}`, body ? btoa(binaryOf(body)) : '');
}

/** Sends the stored entries of this page and of earlier pages. */
function writeDown(): void {
  let paths: string[] = [];
  try {
    paths = Object.keys(localStorage).filter((key) => key.startsWith(UNWRITTEN));
  } catch {
    // The browser provides no storage.
  }
  for (const key of paths) {
    const base64 = localStorage.getItem(key) ?? '';
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    if (!post(key.slice(UNWRITTEN.length), new Blob([bytes]))) return;
    localStorage.removeItem(key);
  }
}

/**
 * The bytes of a blob as a string with one character per byte. It is synchronous because an event handler cannot wait.
 */
function binaryOf(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  URL.revokeObjectURL(url);
  return [...request.responseText]
    .map((character) => String.fromCharCode(character.charCodeAt(0) & 0xff))
    .join('');
}

function configOf(credentials: PageCredentials): ProtectionConfig {
  switch (credentials.name) {
    case 'key':
      return {apiKey: credentials.apiKey, sandbox: true};
    case 'signature': {
      const {apiKey, apiSecret} = credentials;
      return {apiKey, apiSecret, sandbox: true};
    }
    case 'token':
      return {protection: createProtection({getToken, sandbox: true})};
  }
}

async function getToken(signal: AbortSignal, account = ''): Promise<AccessToken> {
  const {search} = new URL(`?${new URLSearchParams({account}).toString()}`, location.href);
  const answer = await fetch(`/token${search}`, {method: 'POST', signal});
  if (!answer.ok) throw new Error(`No token: ${answer.status}`);
  return (await answer.json()) as AccessToken;
}

async function upload({captureId, protectedBlob, delivery}: ProtectedDetail): Promise<void> {
  const fields = {visit, account: account ?? '', captureId, delivery: String(delivery)};
  const body = protectedBlob.slice(0, protectedBlob.size, 'text/plain');
  const path = `/upload?${new URLSearchParams(fields).toString()}`;
  const answer = await fetch(`${options.journal}${path}`, {method: 'POST', body});
  // The sign-in page of a captive portal does not count as an upload.
  if (answer.status !== 201) throw new Error(`The upload was answered with ${answer.status}.`);
}

let config = configOf(options.credentials);
let isHeld = areHeld;
/** The account with which the page was opened; undefined for none. */
let account = query.get('account') ?? undefined;
/** Hours. Zero by default, so that only undelivered captures remain stored. */
const retention = Number(query.get('retention') ?? 0);
/** The capture whose event is being handled. */
let heard = '';
const client: ProtectionClient = {
  mode: 'image',
  get config(): ProtectionConfig {
    const deliverTo = areSent ? addressOf(account) : undefined;
    return {retention, deliverTo, ...config, account, autoProtect: !isHeld};
  },
  onCapture({captureId}) {
    write('capture', {captureId});
    heard = captureId;
    queueMicrotask(() => (heard = ''));
  },
  onProtected: (detail) => {
    if (uploads) return upload(detail);
    const {captureId, protectedBlob, restored} = detail;
    const fields = {restored: String(restored), 'sent-on': String(areSent)};
    return write('protected', {captureId, ...fields}, protectedBlob);
  },
  onDelivered: ({captureId, location = ''}) => write('delivered', {captureId, location}),
  onProtectError({captureId, code, willRetryAt}) {
    // A capture that the page stored itself is retried without help.
    const isStored = code === 'worker_unavailable' && !!willRetryAt;
    const unkept = heard === captureId && !isStored;
    write('protect-error', {captureId, code, unkept: String(unkept)});
  },
  onChange: () => undefined,
};

setScriptsBase('/');
writeDown();
addEventListener('online', writeDown);
const core = Core.shared();
const protection: Protection = core.connect(client);

async function digestOf(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function take({
  captureId,
  size = 0,
  isHeld: holds = areHeld,
}: PictureToTake): Promise<string> {
  const blob = await picture(size);
  write('made', {captureId, digest: await digestOf(blob)});
  const capturedAt = Date.now();
  isHeld = holds;
  await core.protect(protection, blob, {
    captureId,
    mode: 'image',
    mediaType: 'image/jpeg',
    metadata: {},
    capturedAt,
  });
  return captureId;
}

window.queue = {
  visit,
  get account() {
    return account;
  },
  async take(pictures) {
    const ids: string[] = [];
    for (const picture of pictures) ids.push(await take(picture));
    return ids;
  },
  takeTogether: (pictures) => Promise.all(pictures.map(take)),
  setCredentials(credentials) {
    config = configOf(credentials);
    protection.configurationChanged();
  },
  progress: () =>
    protection.captures.map(({captureId, progress}) => ({
      captureId,
      name: progress.name,
      code: 'failure' in progress ? progress.failure?.code : undefined,
    })),
  retry: (captureId) => protection.retryProtection(captureId),
  async discard(captureId) {
    const find = () => protection.captures.find((capture) => capture.captureId === captureId);
    const before = find();
    if (!before || 'sealedAt' in before.progress) return false;
    await protection.discard(captureId);
    return !find();
  },
  setAccount(name) {
    account = name;
    protection.configurationChanged();
  },
  async sealedFile(captureId) {
    const file = await protection.sealedFile(captureId);
    return file && (await digestOf(file));
  },
  release: (tags) => protection.enqueueProtection(undefined, {tags, scope: 'account'}),
  async hurry() {
    writeDown();
    dispatchEvent(new Event('online'));
    const stuck = protection.captures.filter(
      ({progress}) => 'failure' in progress && progress.failure,
    );
    await Promise.all(
      stuck.map(({captureId}) => protection.retryProtection(captureId).catch(() => undefined)),
    );
  },
};

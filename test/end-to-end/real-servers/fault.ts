import {expect, type Page} from '@playwright/test';
import {Photographer, type Sending} from './photographer.js';
import type {Setting} from './setting.js';

/** What is told of a fault, and when. */
export interface Told {
  /** When `protect-error` says so. If the file is not sent again, a person has to try again. */
  told: 'at once' | 'at once, and sent again' | 'after a minute';
  /** What it says. */
  message: RegExp;
  status?: number;
  /** The sentence that the person reads. */
  reason: string;
}

/** A server, or a proxy in front of it, that does not take a photo until it is repaired. */
export interface Fault extends Told {
  /** Follows "if". */
  name: string;
  /** Whether the page has the origin of the server. */
  page: 'own' | 'other';
  /** Default: /uploads of the proxy. */
  to?: (setting: Setting) => string;
  way?: Sending['way'];
  breaks: (setting: Setting) => unknown;
  repairs: (setting: Setting) => unknown;
  /** The server has stored the photo, and the page does not know. */
  isStored?: boolean;
}

/** What is told of an answer that the browser hides. */
export const hidden = {
  told: 'after a minute',
  message: /cannot be read by this page \(CORS\): status unknown/,
  reason: 'The server’s answer cannot be read by this page (CORS): status unknown.',
} as const satisfies Told;

/** What is told of a status that refuses the photo. */
export const refused = (status: number): Told => ({
  told: status < 500 ? 'at once' : 'after a minute',
  message: new RegExp(`answered with status ${status}`),
  status,
  reason:
    status === 413
      ? 'The photo is too large for the server (status 413).'
      : `The server does not take this photo (status ${status}).`,
});

/** What is told of a success that does not show that the photo is stored. */
export const unconfirmed = (status: number, message: RegExp): Told => ({
  told: 'at once, and sent again',
  message,
  status,
  reason: `The server does not confirm the upload (status ${status}).`,
});

/** When a failure is told that has gone on for a minute: with the first attempt after it. */
const MINUTE_MS = 60_000;
/** The pause before that attempt is as long as all before it together, and a step of the page's clock longer at most. */
const TOLD_BY_MS = 150_000;
/** Attempts of the queue in that time. */
const MOST_ATTEMPTS = 12;

export const ways = ['in the same page', 'after a reload'] as const;

/** Checks what the page and the person are told of a fault, and that the photo arrives once after the repair. */
export async function expectRepairable(
  page: Page,
  setting: Setting,
  fault: Fault,
  way: (typeof ways)[number],
): Promise<void> {
  const {storage, origin} = setting;
  const {told, message, status, reason, isStored} = fault;
  await fault.breaks(setting);
  const to = fault.to?.(setting) ?? `${origin}/uploads`;
  const opened = fault.page === 'own' ? origin : setting.site.origin;
  const person = await Photographer.at(page, setting.site, opened, {way: fault.way, to});

  const photo = await person.takePhoto();
  const {captureId, digest} = photo;
  const isAtOnce = told !== 'after a minute';
  const error = await person.hears('protect-error', isAtOnce ? 0 : TOLD_BY_MS);
  expect(error).toMatchObject({captureId, code: 'delivery_failed'});
  expect(error.message).toMatch(message);
  expect(error.status).toBe(status);
  if (isAtOnce) expect(error.at - photo.at).toBeLessThan(MINUTE_MS);
  else expect(error.at - photo.at).toBeGreaterThanOrEqual(MINUTE_MS);
  expect(!!error.willRetryAt).toBe(told !== 'at once');
  await expect(person.notice).toContainText('1 photo sealed, but not uploaded');
  await expect(person.notice).toContainText(reason);
  await person.expectKept();
  expect(await storage.files()).toEqual(isStored ? [{captureId, digest}] : []);
  expect(person.sent.length).toBeLessThanOrEqual(told === 'at once' ? 2 : MOST_ATTEMPTS);

  await fault.repairs(setting);
  if (way === 'after a reload') await page.reload();
  else if (!error.willRetryAt) await person.tryAgain();
  const next = Date.parse(error.willRetryAt ?? '') - error.at || 0;
  await person.expectDelivered(storage, photo, next + 10_000);
}

import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'カメラ', 'マイク');

const kein = (mode: Mode) => by(mode, 'カメラを使えません', 'マイクを使えません');

const address = 'ページのアドレスの左にある';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `${address}アイコンを選びます。
「${name}」をオンにします。`,
  firefox: (name) => `${address}斜線の付いたアイコンを選びます。
「${name}」の横の「ブロック」を解除します。`,
  safari: (name) => `「Safari」メニューを開き、「このWebサイトでの設定」を選びます。
「${name}」を「許可」にします。`,
  android: (name) => `${address}アイコンを選びます。
「権限」を開き、「${name}」をオンにします。`,
  ios: (name) => `ページのアドレスの横のアイコンを選び、「Webサイトの設定」を開きます。
「${name}」を「許可」にします。`,
  other: (name) => `ブラウザーで、このページの設定を開きます。
${name}を許可します。`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nここに戻り、「もう一度試す」を選びます。`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${app || 'このアプリ'}では${kein(mode)}`,
  wayOutHelp: (mode, app) =>
    `このページは${app || 'アプリ'}の中で開かれているため、${by(mode, 'カメラ', 'マイク')}を使えません。ブラウザーで開いてください:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `画面の上または下にある ⋯ または ⋮ をタップします。
「ブラウザーで開く」または「${browser}で開く」を選びます。
どちらもない場合は、このアドレスをコピーして ${browser} に貼り付けます:`;
  },
  wayOutOpen: 'ブラウザーで開く',
  wayOutCopy: 'アドレスをコピー',
  wayOutSettings: (mode, button) => `スマートフォンの設定を開き、このアプリを選びます。
「${device(mode)}」をオンにします。
ここに戻り、「${button}」を選びます。`,
  wayOutOwnApp: (mode) => `このアプリのページでは${by(mode, 'カメラ', 'マイク')}を使えません。`,
  wayOutBrowser: (mode) => `このブラウザーでは${kein(mode)}`,
  wayOutOtherBrowser: (mode) =>
    `このブラウザーのページでは${by(mode, 'カメラ', 'マイク')}を使えません。アドレスをコピーして、別のブラウザーで開いてください。`,
};

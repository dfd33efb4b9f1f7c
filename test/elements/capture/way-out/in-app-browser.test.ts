import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {inAppBrowser} from '../../../../src/elements/capture/way-out/in-app-browser.js';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15';
const view = `${iphone} (KHTML, like Gecko) Mobile/15E148`;
const safari = `${iphone} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`;
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const webView =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.14 Mobile Safari/537.36';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const found = (userAgent: string, more: {maxTouchPoints?: number; standalone?: boolean} = {}) =>
  inAppBrowser({userAgent, maxTouchPoints: 0, ...more});

describe('an in-app browser', () => {
  const named: [name: string, userAgent: string][] = [
    ['Instagram', `${view} Instagram 355.0.0.37.103 (iPhone14,5; iOS 18_1; en_GB)`],
    // Since iOS 26 the user agent names Safari, too.
    ['Instagram', `${view} Instagram 424.1.0.31.54 (iPhone18,4; IABMV/1) NW/3 Safari/604.1`],
    ['Instagram', `${webView} Instagram 355.0.0.37.103 Android (30/11; 320dpi; 720x1411)`],
    ['Threads', `${view} Barcelona 331.0.0.29.109 (iPhone14,5; iOS 18_1)`],
    ['Facebook', `${view} [FBAN/FBIOS;FBAV/489.0.0.50.78;FBBV/663;FBDV/iPhone14,5]`],
    ['Facebook', `${webView} [FB_IAB/FB4A;FBAV/489.0.0.66.81;]`],
    ['Messenger', `${view} [FBAN/MessengerForiOS;FBAV/483.0.0.33.109;]`],
    ['Messenger', `${webView} [FB_IAB/Orca-Android;FBAV/483.0.0.64.109;]`],
    ['TikTok', `${webView} musical_ly_2023700040 JsSdk/1.0 BytedanceWebview/d8a21c6`],
    ['TikTok', `${view} musical_ly_37.2.0 JsSdk/2.0 BytedanceWebview/d8a21c6`],
    ['LinkedIn', `${view} [LinkedInApp]/9.30.4085`],
    ['LINE', `${safari} Line/14.18.0`],
    ['LINE', `${webView} Line/14.18.1/IAB`],
    ['WeChat', `${webView} MMWEBID/5 MicroMessenger/8.0.54.2760(0x28003636) WeChat/arm64`],
    ['Snapchat', `${view} Snapchat/13.14.0.46 (like Safari/8619.2.8.10.9, panda)`],
    ['X', `${view} Twitter for iPhone/10.67`],
  ];
  for (const [name, userAgent] of named) {
    it(`is recognized by its name: ${userAgent.slice(userAgent.indexOf(')') + 1)}`, () => {
      const isIos = userAgent.includes('iPhone');
      const passesIntents = name === 'LINE' && !isIos;
      assert.deepEqual(found(userAgent), {name, isIos, passesIntents});
    });
  }

  it('is recognized without a name if an app shows the page in its own web view', () => {
    const unnamed = {name: '', passesIntents: false};
    assert.deepEqual(found(webView), {...unnamed, isIos: false});
    assert.deepEqual(found(view), {...unnamed, isIos: true});
    assert.deepEqual(found(mac, {maxTouchPoints: 5}), {...unnamed, isIos: true});
  });

  it('is not reported if the page is open in a browser or on the home screen', () => {
    const browsers = [
      safari,
      chrome,
      `${mac} Version/18.1 Safari/605.1.15`,
      `${iphone} (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
      `${iphone} (KHTML, like Gecko) FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
      'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    ];
    for (const userAgent of browsers) assert.equal(found(userAgent), undefined, userAgent);
    assert.equal(found(view, {standalone: true}), undefined);
  });
});
